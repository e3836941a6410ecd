-- The tree's hashes of a level from one index to before another: of leaves at level 0, of complete subtrees of 256 leaves
-- at level 1, and so on.
create or replace function log_hashes(p_level int, p_from bigint, p_to bigint) returns bytea[] language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_level = 0 then
    return coalesce((select array_agg(hash order by index) from log_entries where index >= p_from and index < p_to), '{}');
  end if;
  return coalesce((select array_agg(hash order by index) from log_subtrees
                    where level = p_level and index >= p_from and index < p_to), '{}');
end $$;
