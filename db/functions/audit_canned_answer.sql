-- A canned answer, its change and its removal need their row in the audit log. A change counts the version by one.
create or replace function audit_canned_answer() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.version <> old.version + 1 then
    raise exception 'a change of a canned answer is its next version' using errcode = 'restrict_violation';
  end if;
  perform require_audit_row('cannedAnswer', case when tg_op = 'DELETE' then old.name else new.name end);
  return null;
end $$;

drop trigger if exists canned_answers_audited on canned_answers;
create constraint trigger canned_answers_audited after insert or update or delete on canned_answers
  deferrable initially deferred for each row execute function audit_canned_answer();
