-- The line of a deposit that is denied is free again.
create or replace function release_statement_line() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update statement_lines set state = 'unmatched', transaction_id = null, decided_by = null, changed_at = new.updated_at
   where transaction_id = new.id;
  return null;
end $$;

create or replace trigger wallet_transactions_release_line after update on wallet_transactions
  for each row when (new.status in ('failed', 'cancelled')) execute function release_statement_line();
