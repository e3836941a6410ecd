-- An amount of at least zero paise as rupees with two decimals, as both GraphQL and the files of rounds write it.
create or replace function rupees_text(p_paise bigint) returns text language sql immutable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select (p_paise / 100)::text || '.' || lpad((p_paise % 100)::text, 2, '0')
$$;
