-- Sets owner_since: the time, by the database's clock, since which a user has been an active admin with the role OWNER; null for
-- all other users. Deactivating the admin or removing the role resets it.
create or replace function note_owner() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.owner_since := case when new.user_type = 'admin' and new.status = 'active' and 'OWNER' = any(new.roles) then
    coalesce(case when tg_op = 'UPDATE' then old.owner_since end, db_now(), clock_timestamp()) end;
  return new;
end $$;

create or replace trigger users_owner_since before insert or update on users
  for each row execute function note_owner();
