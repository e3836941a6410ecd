create or replace function audit_second_admin_threshold() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('settings', 'secondAdmin');
  return null;
end $$;

drop trigger if exists second_admin_thresholds_audited on second_admin_thresholds;
create constraint trigger second_admin_thresholds_audited after update on second_admin_thresholds
  deferrable initially deferred for each row execute function audit_second_admin_threshold();
