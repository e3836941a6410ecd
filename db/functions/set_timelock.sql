-- Stores the seed of an open contest, encrypted to its round of the beacon, before its closing. True when this call stored it.
-- guard_contest_change (a trigger) refuses it a second time, and once the contest's row is closed.
create or replace function set_timelock(p_contest_id bigint, p_timelock text) returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update contests set timelock = p_timelock
   where id = p_contest_id and draw_version = 2 and state = 'OPEN' and timelock is null
     and coalesce(db_now() < closes_at, true);
  return found;
end $$;
