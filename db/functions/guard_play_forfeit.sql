-- Play money is forfeited only where there has never been real money, and only by a player whose account the same
-- transaction closes, with the transfer of that amount from the available account to the house: checked at commit.
create or replace function guard_play_forfeit() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if is_real_money() then
    raise exception 'real money is never forfeited' using errcode = 'restrict_violation';
  end if;
  if not exists (select from users where id = new.player_id and closed_at = new.created_at)
    or not exists (
      select from transfers t
        join ledger_accounts own on own.id = t.debit_account_id and own.player_id = new.player_id and own.kind = 'player_available'
        join ledger_accounts house on house.id = t.credit_account_id and house.kind = 'house'
       where t.kind = 'play_forfeit' and t.reference_id = new.player_id and t.amount = new.amount) then
    raise exception 'play money is forfeited only where an account is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop trigger if exists play_forfeits_guard on play_forfeits;
create constraint trigger play_forfeits_guard after insert on play_forfeits
  deferrable initially deferred for each row execute function guard_play_forfeit();
