-- RFC 6962's tree hash over hashes of leaves, or of complete subtrees of one size with at most one smaller subtree at the
-- end. Each level of the tree pairs the hashes of the one below; an odd one at the end rises unchanged.
create or replace function tree_hash(p_hashes bytea[]) returns bytea language plpgsql immutable security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hashes bytea[] := p_hashes;
begin
  while cardinality(v_hashes) > 1 loop
    select array_agg(case when right_hash is null then left_hash else sha256('\x01'::bytea || left_hash || right_hash) end
                     order by place)
      into v_hashes
      from (select place, hash as left_hash, lead(hash) over (order by place) as right_hash
              from unnest(v_hashes) with ordinality level(hash, place)) pairs
     where place % 2 = 1;
  end loop;
  return coalesce(v_hashes[1], sha256('\x'));
end $$;
