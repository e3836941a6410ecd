-- Other roles of an admin, and roles of a new one, need a second admin where second_admin_thresholds demands it: a proposal
-- of exactly these roles that was confirmed in this transaction.
create or replace function guard_roles() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from second_admin_thresholds where kind = 'roles' and from_amount is not null)
    and not exists (
      select from proposals
        where kind = 'roles' and subject_id = new.id and status = 'confirmed'
          and payload -> 'roles' = to_jsonb(new.roles::text[])
          -- Written by this transaction; the age distinguishes it from a row of a restored backup.
          and xmin::text = pg_current_xact_id()::xid::text and age(xmin) <= age(pg_current_xact_id()::xid)) then
    raise exception 'other roles of user % need a second admin', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger users_roles_guard before update on users
  for each row when (new.roles is distinct from old.roles) execute function guard_roles();

create or replace trigger users_first_roles_guard before insert on users
  for each row when (new.roles <> '{}') execute function guard_roles();
