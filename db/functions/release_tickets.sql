-- Releases the tickets of an admin who is deactivated or loses the permission to answer tickets.
create or replace function release_tickets() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status <> 'active' or not new.roles && array['OWNER', 'SUPPORT']::admin_role[] then
    update tickets set assignee_id = null where assignee_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger users_tickets_released after update of status, roles on users
  for each row when (new.user_type = 'admin') execute function release_tickets();
