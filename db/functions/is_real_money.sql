-- Whether this database holds real money.
create or replace function is_real_money() returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from money_mode where mode = 'real')
$$;
