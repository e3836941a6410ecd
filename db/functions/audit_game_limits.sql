-- A change of a game's limits needs its row in the audit log, with a reason of at least 10 characters.
create or replace function audit_game_limits() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_reason text;
begin
  perform require_audit_row('settings', new.game_type::text);
  select reason into v_reason from audit_log where subject_type = 'settings' and subject = new.game_type::text order by id desc limit 1;
  if coalesce(char_length(btrim(v_reason)), 0) < 10 then
    raise exception 'a change of the limits of % needs a reason', new.game_type using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger if exists game_limits_audited on game_limits;
create constraint trigger game_limits_audited after insert or update on game_limits
  deferrable initially deferred for each row execute function audit_game_limits();
