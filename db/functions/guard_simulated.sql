-- A simulated player is marked as it registers, never where there is real money, and stays marked.
create or replace function guard_simulated() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'a player is simulated from the start or never' using errcode = 'restrict_violation';
  end if;
  if is_real_money() then
    raise exception 'nobody is simulated where there is real money' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop trigger if exists users_simulated_insert on users;
create trigger users_simulated_insert before insert on users
  for each row when (new.simulated) execute function guard_simulated();
drop trigger if exists users_simulated_update on users;
create trigger users_simulated_update before update on users
  for each row when (new.simulated is distinct from old.simulated) execute function guard_simulated();
