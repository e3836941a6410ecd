create or replace function audit_payee() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('payee', coalesce(new.upi_id, new.account_number));
  return null;
end $$;

drop trigger if exists payees_audited on payees;
create constraint trigger payees_audited after insert or update on payees
  deferrable initially deferred for each row execute function audit_payee();
