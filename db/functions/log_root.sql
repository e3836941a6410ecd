-- The tree's hash when the log had this many entries (RFC 6962), from the tiles at its right edge: of each level those
-- hashes that no complete tile of 256 holds.
create or replace function log_root(p_size bigint) returns bytea language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  -- The hash of what the levels below leave over, right of the level's own hashes.
  v_rest bytea[] := '{}';
  v_hashes bytea[];
  v_count bigint := p_size;
  v_level int := 0;
begin
  while v_count > 0 loop
    v_hashes := log_hashes(v_level, v_count - v_count % 256, v_count) || v_rest;
    if cardinality(v_hashes) > 0 then
      v_rest := array[tree_hash(v_hashes)];
    end if;
    v_count := v_count / 256;
    v_level := v_level + 1;
  end loop;
  return tree_hash(v_rest);
end $$;
