-- This session holds the round of a game's slot no longer (hold_round): every bet that its server received in time is answered.
-- False when it did not hold it.
create or replace function release_round(p_game_type game_type, p_slot bigint) returns boolean language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_unlock_shared(20270, round_hold_key(p_game_type, p_slot))
$$;
