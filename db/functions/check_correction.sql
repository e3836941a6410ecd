-- Deferred check at commit: the correction has moved its money, and the last row of the audit log about its player is
-- this transaction's and records the correction.
create or replace function check_correction() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_uid text := (select uid from users where id = new.player_id);
begin
  perform refuse_wrong_correction(new.id);
  perform require_audit_row('user', v_uid);
  if (select action from audit_log where subject_type = 'user' and subject = v_uid order by id desc limit 1)
     <> 'wallet:correct' then
    raise exception 'correction % needs its row in the audit log', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger if exists balance_corrections_moved on balance_corrections;
create constraint trigger balance_corrections_moved after insert on balance_corrections
  deferrable initially deferred for each row execute function check_correction();
