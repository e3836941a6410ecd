-- Logs a change of the settings that decide results.
create or replace function log_settings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform append_log_entry(null, settings_log_entry(new));
  return null;
end $$;

create or replace trigger audit_log_settings after insert on audit_log
  for each row when (new.action in ('settings:randomize', 'settings:profitabilityLevel')) execute function log_settings();
