-- Releases the tickets of an admin who is deactivated or loses the permission to answer tickets. Those that were handed to this admin
-- alone are the whole team's, when the admin is of it no longer.
create or replace function release_tickets() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status <> 'active' or not new.roles && array['OWNER', 'SUPPORT']::admin_role[] then
    update tickets set assignee_id = null where assignee_id = new.id;
  end if;
  update tickets set handed_admin_id = null
   where handed_team is not null and handed_admin_id = new.id and (new.status <> 'active' or not handed_team = any (new.roles));
  return null;
end $$;

create or replace trigger users_tickets_released after update of status, roles on users
  for each row when (new.user_type = 'admin') execute function release_tickets();
