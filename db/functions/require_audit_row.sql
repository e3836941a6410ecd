-- Deferred check at commit: this transaction must have written the last audit row of that subject. A transaction that
-- has written one keeps others from writing until it ends. The row's age distinguishes it from a row of a restored
-- backup with the same transaction id.
create or replace function require_audit_row(p_subject_type text, p_subject text) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_transaction xid8;
  v_age int;
begin
  select transaction_id, age(xmin) into v_transaction, v_age
    from audit_log where subject_type = p_subject_type and subject = p_subject order by id desc limit 1;
  if v_transaction is distinct from pg_current_xact_id() or v_age > age(pg_current_xact_id()::xid) then
    raise exception 'a change of % % needs its row in the audit log, in the same transaction', p_subject_type, p_subject
      using errcode = 'integrity_constraint_violation';
  end if;
end $$;
