-- The first day of the day, week (from Monday) or month in Asia/Kolkata that p_at lies in.
create or replace function period_start(p_period play_limit_period, p_at timestamptz) returns date language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select date_trunc(p_period::text, p_at at time zone 'Asia/Kolkata')::date
$$;
