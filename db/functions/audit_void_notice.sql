-- An announcement to make a contest void, and its end, need their row in the audit log.
create or replace function audit_void_notice() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('contest', (select game_id from contests where id = new.contest_id));
  return null;
end $$;

drop trigger if exists void_notices_audited on void_notices;
create constraint trigger void_notices_audited after insert or update on void_notices
  deferrable initially deferred for each row execute function audit_void_notice();
