-- The number that a contest's terms give, from what it has published: under DRAW the draw's, under PROFIT_RULE the outcome at
-- the contest's level: outcomes by the house's profit, lowest first, ties in the order in which the draw shows them. Version 1
-- of the rule ranks all ten; version 2 those that pay no more than was staked, or all ten if there is none. Null where an
-- operator decides, and where version 2 of the draw lacks the root of the bets or the beacon's randomness.
create or replace function right_number(c contests) returns smallint language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_beacon bytea := (select c.bets_root || int8send(c.beacon_round) || randomness from beacon_rounds where round = c.beacon_round);
  v_drawn smallint[];
  v_staked numeric := (select sum(s) from unnest(c.selection_stakes) s);
  v_ranked smallint[];
begin
  if c.draw_version = 2 and v_beacon is null then
    return null;
  end if;
  v_drawn := appearance_order(c.seed, c.game_type::text, c.game_id, v_beacon);
  if c.decided_by = 'DRAW' then
    return v_drawn[1];
  end if;
  if c.decided_by = 'PROFIT_RULE' then
    select array_agg(number order by payouts desc, place) into v_ranked
      from (select number, place, c.outcome_payouts[number + 1] as payouts
              from unnest(v_drawn) with ordinality drawn(number, place)) outcomes
     where c.rule_version = 1 or payouts <= v_staked or v_staked < all (c.outcome_payouts);
    return v_ranked[c.profitability_level * cardinality(v_ranked) / 10 + 1];
  end if;
  return null;
end $$;
