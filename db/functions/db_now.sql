-- The database's clock, by which rules refuse what can't be at this time, whatever instants the application hands over.
-- The one function that reads it, so that a database of tests can have a clock that is moved. Null there means that no
-- clock is attached: a comparison with it is null, and no rule of time refuses.
create or replace function db_now() returns timestamptz language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select clock_timestamp()
$$;
