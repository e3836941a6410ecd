-- A ticket is assigned to an active admin who may answer it, or has no assignee. Locks the admin's row, so that the account is not
-- deactivated meanwhile (release_tickets).
create or replace function guard_assignee() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.assignee_id is not null then
    perform from users u
     where u.id = new.assignee_id and u.user_type = 'admin' and u.status = 'active'
       and u.roles && array['OWNER', 'SUPPORT']::admin_role[]
       for share;
    if not found then
      raise exception 'a ticket is assigned to an active admin of support' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger tickets_assignee_guarded before insert or update of assignee_id on tickets
  for each row execute function guard_assignee();
