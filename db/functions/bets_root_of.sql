-- RFC 6962's tree hash over a contest's bets that count, in the order of their numbers (server/domain/README.md,
-- "The draw"). The references are server/domain/contests/betLeaf.ts and treeHash.ts; tests compare the results. Each level of
-- the tree pairs the hashes of the one below; an odd one at the end rises unchanged. 100,000 bets take under a second.
create or replace function bets_root_of(p_contest_id bigint) returns bytea language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_game_id text := (select game_id from contests where id = p_contest_id);
  v_prefix bytea;
  v_hashes bytea[];
begin
  -- RFC 6962's prefix of leaves, then what all leaves of the contest begin with.
  v_prefix := '\x00'::bytea || '\x000c'::bytea || convert_to('colour-bet/1', 'UTF8')
    || int2send(octet_length(v_game_id)::smallint) || convert_to(v_game_id, 'UTF8');

  select array_agg(sha256(v_prefix || int4send(number) || substring(int2send(selection) from 2) || int8send(amount)
                          || int8send((extract(epoch from placed_at) * 1000)::bigint) || player_hash) order by number)
    into v_hashes
    from bet_leaves(p_contest_id, 0, 0, null);

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
