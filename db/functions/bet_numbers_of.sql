-- The sequence of the numbers of a game's bets in its open contest. A game has one open contest at a time, so it has one
-- sequence, which begins at 1 with each contest.
create or replace function bet_numbers_of(p_game_type game_type) returns regclass language sql immutable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select case p_game_type when 'sapreHalf' then 'bet_numbers_half'::regclass when 'sapreOne' then 'bet_numbers_one'::regclass
              when 'sapreThree' then 'bet_numbers_three'::regclass end
$$;
