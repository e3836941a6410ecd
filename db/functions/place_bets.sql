-- place_numbered_bets as servers of the release before call it.
create or replace function place_bets(
  p_players bigint[], p_contests bigint[], p_selections smallint[], p_amounts bigint[], p_keys uuid[],
  p_received timestamptz[], p_wait boolean default false
) returns table (ord int, outcome text, bet_id bigint, balance bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select n.ord, n.outcome, n.bet_id, n.balance
    from place_numbered_bets(p_players, p_contests, p_selections, p_amounts, p_keys, p_received, p_wait) n;
end $$;
