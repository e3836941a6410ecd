-- To hand a ticket over lets other admins read it and its player's payments: that needs its row in the audit log, in the same
-- transaction. The row names the ticket by its global id, which the database doesn't know. A transaction that has written a row keeps
-- others from writing until it ends, so the newest row is its own.
create or replace function audit_handover() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_subject text;
begin
  select case when action = 'ticket:handOver' and subject_type = 'ticket' then subject end into v_subject
    from audit_log order by id desc limit 1;
  if v_subject is null then
    raise exception 'a ticket is handed over with a row in the audit log' using errcode = 'integrity_constraint_violation';
  end if;
  perform require_audit_row('ticket', v_subject);
  return null;
end $$;

drop trigger if exists tickets_handover_audited on tickets;
create constraint trigger tickets_handover_audited after update on tickets
  deferrable initially deferred for each row
  when (old.handed_team is null and new.handed_team is not null) execute function audit_handover();
