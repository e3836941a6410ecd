-- An instant as ISO 8601 in UTC with milliseconds, as both APIs write it.
create or replace function instant_text(p_instant timestamptz) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select to_char(p_instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
