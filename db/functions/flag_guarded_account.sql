-- Marks the account of a player who has set something: others cost place_numbered_bets and deposits no look-up. Stays marked.
create or replace function flag_guarded_account() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update ledger_accounts a set guarded = true
   where a.player_id = new.player_id and a.kind = 'player_available' and not a.guarded;
  return null;
end $$;

create or replace trigger play_limits_flag after insert on play_limits
  for each row execute function flag_guarded_account();

create or replace trigger play_guards_flag after insert on play_guards
  for each row execute function flag_guarded_account();
