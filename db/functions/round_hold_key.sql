-- Second key of the advisory lock 20270 of a game's slot (hold_round). Slots are counted from the epoch: below 500,000,000
-- until the year 2445.
create or replace function round_hold_key(p_game_type game_type, p_slot bigint) returns int language sql immutable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select ((p_slot % 500000000) * 4 + array_position(enum_range(null::game_type), p_game_type) - 1)::int
$$;
