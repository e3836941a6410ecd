-- The id of a set of witnesses of the public log, by their keys in order; stored when it is new. Null for none.
create or replace function witness_set_id(p_vkeys text[], p_at timestamptz) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if cardinality(p_vkeys) = 0 then
    return null;
  end if;
  insert into witness_sets (vkeys, created_at) values (p_vkeys, p_at) on conflict do nothing;
  return (select id from witness_sets where vkeys = p_vkeys);
end $$;
