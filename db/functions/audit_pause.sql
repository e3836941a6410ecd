-- A pause, a change of its notice and its end need their row in the audit log.
create or replace function audit_pause() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('pause', case when tg_op = 'DELETE' then old.scope else new.scope end::text);
  return null;
end $$;

drop trigger if exists pauses_audited on pauses;
create constraint trigger pauses_audited after insert or update or delete on pauses
  deferrable initially deferred for each row execute function audit_pause();
