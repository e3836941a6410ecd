create or replace function audit_wallet_transaction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('transaction', coalesce(new.reference, new.upi_id, new.account_number));
  return null;
end $$;

drop trigger if exists wallet_transactions_audited on wallet_transactions;
create constraint trigger wallet_transactions_audited after update on wallet_transactions
  deferrable initially deferred for each row
  when (new.decided_by is not null)
  execute function audit_wallet_transaction();
