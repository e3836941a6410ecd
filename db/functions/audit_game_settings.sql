create or replace function audit_game_settings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('settings', 'game');
  return null;
end $$;

drop trigger if exists game_settings_audited on game_settings;
create constraint trigger game_settings_audited after update on game_settings
  deferrable initially deferred for each row execute function audit_game_settings();
