-- Records for ever that this database has held real money, at the first start with it.
create or replace function note_real_money(p_at timestamptz) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  insert into real_money (since) values (p_at) on conflict do nothing
$$;
