-- An account is closed only as a player's, erased and with nothing left or under way (closing_hindrance), and stays as it
-- is then, whatever the caller's role.
create or replace function guard_closed_account() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.closed_at is not null then
    raise exception 'a closed account stays closed' using errcode = 'restrict_violation';
  end if;
  if new.user_type <> 'player' or new.email <> 'closed:' || new.uid or new.name <> 'Closed account'
    or closing_hindrance(new.id) is not null then
    raise exception 'this account cannot be closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger users_closed_guarded before update on users
  for each row when (old.closed_at is not null or new.closed_at is not null) execute function guard_closed_account();
