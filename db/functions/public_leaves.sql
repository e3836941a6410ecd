-- What is public of the bets of a contest, by pages (bet_leaves): only once it is decided or, void, over.
create or replace function public_leaves(p_contest_id bigint, p_after_id bigint, p_after_number int, p_limit int)
  returns table (id bigint, number int, selection smallint, amount bigint, placed_at timestamptz, player_hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.*
    from contests c cross join lateral bet_leaves(c.id, p_after_id, p_after_number, p_limit) l
   where c.id = p_contest_id and c.decided_at is not null
$$;
