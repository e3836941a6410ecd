-- A balance changes only through a transfer: an account starts at zero, and only the trigger on transfers (depth 1) may
-- update it.
create or replace function refuse_bare_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a balance changes only through a transfer' using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_accounts_start_at_zero before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function refuse_bare_balance();

create or replace trigger ledger_accounts_balance_by_transfer before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_bare_balance();
