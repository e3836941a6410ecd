-- The first line that is an unclaimed receipt and has this key of a reference anywhere in its text; null without one.
create or replace function unclaimed_receipt(p_key text) returns bigint language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select min(l.id) from statement_lines l where l.tokens @> array[p_key] and is_unclaimed(l)
$$;
