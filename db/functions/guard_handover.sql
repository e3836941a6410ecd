-- To whom a ticket is handed: an active admin of support hands an open one to a team or to one active admin of it. It is taken back before
-- another team gets it; meanwhile the whole team may get it from the one admin (release_tickets). Resolving takes it back, so
-- that who was to help reads no further, whichever release resolves it. Locks the rows of both admins, so that neither is deactivated
-- meanwhile.
create or replace function guard_handover() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_was tickets;
begin
  if tg_op = 'UPDATE' then
    v_was := old;
  end if;
  if new.status = 'success' then
    new.handed_team := null;
    new.handed_admin_id := null;
    new.handed_by := null;
    new.handed_at := null;
  end if;
  if new.handed_team is null then
    return new;
  end if;
  if v_was.handed_team is not null then
    if (new.handed_team, new.handed_by, new.handed_at) is distinct from (v_was.handed_team, v_was.handed_by, v_was.handed_at)
      or new.handed_admin_id is not null and new.handed_admin_id is distinct from v_was.handed_admin_id then
      raise exception 'a ticket is taken back before somebody else gets it' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  perform from users u
   where u.id = new.handed_by and u.user_type = 'admin' and u.status = 'active'
     and u.roles && array['OWNER', 'SUPPORT']::admin_role[]
     for share;
  if not found then
    raise exception 'an active admin of support hands a ticket over' using errcode = 'restrict_violation';
  end if;
  if new.handed_admin_id is not null then
    perform from users u
     where u.id = new.handed_admin_id and u.user_type = 'admin' and u.status = 'active' and new.handed_team = any (u.roles)
       for share;
    if not found then
      raise exception 'a ticket is handed to an active admin of the team' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger tickets_handover_guarded before insert or update on tickets
  for each row execute function guard_handover();
