-- Applies new transfers to the balances of their accounts, and refuses accounts that don't exist. Hash and merge joins
-- are off, so that accounts are looked up by index one by one, however many a statement moves. The trigger is that of the
-- partitioned table, for all months.
create or replace function apply_transfers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_unknown int;
begin
  with moved as materialized (
    select account_id, sum(delta)::bigint as delta
      from (select debit_account_id as account_id, -amount as delta from new_transfers
            union all
            select credit_account_id, amount from new_transfers) sides
     group by account_id),
  changed as (
    update ledger_accounts a set balance = a.balance + moved.delta
      from moved
     where a.id = moved.account_id and a.balance is not null
    returning a.id)
  -- Accounts without a balance (contest, house, cash) are not updated, so their existence is checked here.
  select count(*) into v_unknown
    from moved
   where account_id not in (select id from changed)
     and (select a.id from ledger_accounts a where a.id = moved.account_id) is null;
  if v_unknown > 0 then
    raise exception 'transfers need two accounts that exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace trigger transfers_apply after insert on transfers
  referencing new table as new_transfers
  for each statement execute function apply_transfers();
