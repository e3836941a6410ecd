create or replace function audit_payment_settings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('settings', 'payments');
  return null;
end $$;

drop trigger if exists payment_settings_audited on payment_settings;
create constraint trigger payment_settings_audited after update on payment_settings
  deferrable initially deferred for each row execute function audit_payment_settings();
