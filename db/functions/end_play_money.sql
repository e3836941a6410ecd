-- Takes every player's available play money to the house, by transfers of their own kind, and makes the database one of real
-- money. Returns the number of players and the sum in paise. guard_money_mode (a trigger) refuses it while anything else of play
-- money is left. For the owner, while no server runs.
create or replace function end_play_money(p_at timestamptz)
returns table (players bigint, amount bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_house constant bigint := (select id from ledger_accounts where kind = 'house');
begin
  perform 1 from ledger_accounts where kind = 'player_available' and balance > 0 order by id for no key update;
  insert into play_resets (player_id, amount, created_at)
    select player_id, balance, p_at from ledger_accounts where kind = 'player_available' and balance > 0;
  insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select a.id, v_house, r.amount, 'play_reset', r.player_id, p_at
      from play_resets r join ledger_accounts a on a.player_id = r.player_id and a.kind = 'player_available'
     order by a.id;
  update money_mode set mode = 'real', since = p_at, went_live_at = p_at;
  return query select count(*), coalesce(sum(amount), 0)::bigint from play_resets;
end $$;
