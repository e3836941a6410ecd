-- Play money ends only in the transaction that makes the database one of real money, with the transfer of that amount from the
-- available account to the house: checked at commit.
create or replace function guard_play_reset() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from money_mode where mode = 'real' and went_live_at = new.created_at)
    or not exists (
      select from transfers t
        join ledger_accounts own on own.id = t.debit_account_id and own.player_id = new.player_id and own.kind = 'player_available'
        join ledger_accounts house on house.id = t.credit_account_id and house.kind = 'house'
       where t.kind = 'play_reset' and t.reference_id = new.player_id and t.amount = new.amount) then
    raise exception 'play money ends only where real money begins' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop trigger if exists play_resets_guard on play_resets;
create constraint trigger play_resets_guard after insert on play_resets
  deferrable initially deferred for each row execute function guard_play_reset();
