-- The machine's time of day, which steps when it is set: db_now() is made of it (db/databaseClock.ts). Tests replace this
-- function to move a database's clock. Without security definer and settings, so that it is inlined into db_now().
create or replace function clock_now() returns timestamptz language sql volatile as $$
  select clock_timestamp()
$$;
