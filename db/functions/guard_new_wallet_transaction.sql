-- A request starts as pending: only a decision, with its row in the audit log, changes that.
create or replace function guard_new_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status <> 'pending' or new.decided_by is not null then
    raise exception 'a deposit or withdrawal begins pending' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_begin before insert on wallet_transactions
  for each row execute function guard_new_wallet_transaction();
