-- A new name can't look like an email address or a UID, for every role. Existing names stay.
create or replace function refuse_user_name() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.name ~ '@' or new.name ~ '^[0-9 ]+$' then
    raise exception 'a name has no @ and is not digits only' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger users_name_given before insert on users
  for each row execute function refuse_user_name();
create or replace trigger users_name_changed before update on users
  for each row when (new.name is distinct from old.name) execute function refuse_user_name();
