-- Makes close_contest wait for this session's bets in the round of a game's slot, until release_round or the end of the session.
-- Any number of sessions may hold a round. False when the round is being closed: it is then too late. Never waits.
create or replace function hold_round(p_game_type game_type, p_slot bigint) returns boolean language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select pg_try_advisory_lock_shared(20270, round_hold_key(p_game_type, p_slot))
$$;
