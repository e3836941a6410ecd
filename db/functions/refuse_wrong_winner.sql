-- A contest has the number that its terms give (right_number). Under version 2 of the draw it needs the root of its bets and the
-- beacon's randomness, for every decider.
create or replace function refuse_wrong_winner(c contests) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if c.draw_version = 2 and (c.bets_root is null or not exists (
    select from beacon_rounds where round = c.beacon_round and signature is not null)) then
    raise exception 'contest % is decided with the root of its bets and the beacon''s round of its end', c.game_id
      using errcode = 'restrict_violation';
  end if;
  if not is_witnessed(c) then
    raise exception 'contest % is decided once a majority of its witnesses has confirmed the root of its bets before its end', c.game_id
      using errcode = 'restrict_violation';
  end if;
  if c.decided_by = 'DRAW' and c.winning_number is distinct from right_number(c) then
    raise exception 'the number of contest % is not the one of the draw', c.game_id using errcode = 'restrict_violation';
  end if;
  if c.decided_by = 'PROFIT_RULE' and c.winning_number is distinct from right_number(c) then
    raise exception 'the number of contest % is not the one of the profit rule', c.game_id using errcode = 'restrict_violation';
  end if;
end $$;
