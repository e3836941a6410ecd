-- Whether a majority of a contest's witnesses confirmed the root of its bets before its end. True for a contest that needs none.
-- From the end on it never changes.
create or replace function is_witnessed(c contests) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select c.witness_set_id is null
    or (select count(*) from confirmations_of_root(c)) > (select cardinality(vkeys) / 2 from witness_sets where id = c.witness_set_id)
$$;
