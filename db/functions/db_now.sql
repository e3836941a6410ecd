-- The database's clock, by which rules refuse what can't be at this time, whatever instants the application hands over.
-- The one function that rules read it with: where a server keeps the time of an embedded database, its body is replaced by
-- one with a lead over the machine's time of day (setDatabaseLead in db/databaseClock.ts). Null means that no clock is
-- attached: a comparison with it is null, and no rule of time refuses.
create or replace function db_now() returns timestamptz language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select clock_now()
$$;
