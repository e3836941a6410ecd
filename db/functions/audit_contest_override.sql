create or replace function audit_contest_override() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_audit_row('contest', new.game_id);
  return null;
end $$;

drop trigger if exists contests_override_audited on contests;
create constraint trigger contests_override_audited after update on contests
  deferrable initially deferred for each row
  when (new.override_number is distinct from old.override_number or new.overridden_at is distinct from old.overridden_at)
  execute function audit_contest_override();
