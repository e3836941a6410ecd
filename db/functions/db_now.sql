-- The database's clock, against which rules check instants, whatever instants the application passes. Rules read the clock
-- through this function only: where a server keeps the time of an embedded database, its body is replaced by one with a
-- lead over the machine's wall clock (setDatabaseLead in db/databaseClock.ts). Null means that the clock is suspended:
-- comparisons with null are null, so no rule about time refuses.
create or replace function db_now() returns timestamptz language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select clock_now()
$$;
