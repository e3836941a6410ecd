-- The balances that a bank states for a day stay as they are once that day, or a later one, is closed.
create or replace function guard_statement_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform lock_statements(new.payee_id, true);
  if exists (select from statement_days where payee_id = new.payee_id and day >= new.day) then
    raise exception 'the statement of % is closed', new.day using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger statement_balances_guard before insert or update on statement_balances
  for each row execute function guard_statement_balance();
