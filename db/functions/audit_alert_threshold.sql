create or replace function audit_alert_threshold() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('settings', 'alerts');
  return null;
end $$;

drop trigger if exists alert_thresholds_audited on alert_thresholds;
create constraint trigger alert_thresholds_audited after insert or update on alert_thresholds
  deferrable initially deferred for each row execute function audit_alert_threshold();
