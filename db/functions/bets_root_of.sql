-- RFC 6962's tree hash over a contest's bets that count, in the order of their numbers
-- (server/domain/contests/draw.md#the-draw). The references are server/domain/contests/betLeaf.ts and treeHash.ts; tests compare
-- the results. 100,000 bets take under a second.
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

  return tree_hash(v_hashes);
end $$;
