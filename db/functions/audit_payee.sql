-- A change of an account for deposits needs its row in the audit log: an admin's with a reason of at least 10 characters
-- (over REST, which has no field for one, that is recorded instead). Where it leaves its channel without an active one,
-- the row also contains depositsStop. Writers of the audit log wait for each other until they commit, so of two that
-- switch off the last two at once the second one sees the first one's change.
create or replace function audit_payee() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_subject text := coalesce(new.upi_id, new.account_number);
  v_row audit_log;
begin
  perform require_audit_row('payee', v_subject);
  select * into v_row from audit_log where subject_type = 'payee' and subject = v_subject order by id desc limit 1;
  if v_row.actor_id is null then return null; end if;
  if coalesce(char_length(btrim(v_row.reason)), 0) < 10 and v_row.reason is distinct from 'over REST' then
    raise exception 'a change of payee % needs a reason', v_subject using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'UPDATE' and old.active and not new.active
    and v_row.after::jsonb -> 'depositsStop' is distinct from 'true'::jsonb
    and not exists (select from payees where channel = new.channel and active) then
    raise exception 'deposits by % stop: the row in the audit log needs depositsStop', new.channel
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger if exists payees_audited on payees;
create constraint trigger payees_audited after insert or update on payees
  deferrable initially deferred for each row execute function audit_payee();
