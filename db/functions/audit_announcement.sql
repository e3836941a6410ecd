-- An announcement, and its early end, need their row in the audit log.
create or replace function audit_announcement() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('announcement', new.id::text);
  return null;
end $$;

drop trigger if exists announcements_audited on announcements;
create constraint trigger announcements_audited after insert or update on announcements
  deferrable initially deferred for each row execute function audit_announcement();
