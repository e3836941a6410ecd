-- Whether an amount from which on a second admin is needed lets more pass than before; null is never.
create or replace function loosens_threshold(p_before bigint, p_after bigint) returns boolean
  language sql immutable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p_before is not null and (p_after is null or p_after > p_before)
$$;
