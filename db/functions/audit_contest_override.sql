-- An override, and making a contest void, needs its row in the audit log, with a reason of at least 10 characters; over
-- REST, which has no field for one, that is recorded instead.
create or replace function audit_contest_override() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_reason text;
begin
  perform require_audit_row('contest', new.game_id);
  select reason into v_reason from audit_log where subject_type = 'contest' and subject = new.game_id order by id desc limit 1;
  if coalesce(char_length(btrim(v_reason)), 0) < 10 and v_reason is distinct from 'over REST' then
    raise exception 'what an operator does to contest % needs a reason', new.game_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger if exists contests_override_audited on contests;
create constraint trigger contests_override_audited after update on contests
  deferrable initially deferred for each row
  when (new.override_number is distinct from old.override_number or new.overridden_at is distinct from old.overridden_at
    or (new.voided_at is distinct from old.voided_at and (old.state = 'OPEN' or new.voided_by is not null)))
  execute function audit_contest_override();
