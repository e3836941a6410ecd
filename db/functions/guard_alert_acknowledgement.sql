-- An alert about a result that operators have set is acknowledged by another admin than those who proposed and set it: it stays
-- open until then.
create or replace function guard_alert_acknowledgement() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from contests c
              where c.game_id = new.subject and new.acknowledged_by in (c.overridden_by, c.override_proposed_by)) then
    raise exception 'a set result is looked at by another admin' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger alerts_acknowledged before insert or update of acknowledged_by on alerts
  for each row when (new.acknowledged_by is not null and new.kind::text = 'overriddenRound')
  execute function guard_alert_acknowledgement();
