-- Under DRAW the draw's number wins, under PROFIT_RULE the outcome at the contest's level: outcomes by the house's profit,
-- lowest first, ties in the order in which the draw shows them. Version 1 ranks all ten; version 2 those that pay no more
-- than was staked, or all ten if there is none.
create or replace function refuse_wrong_winner(c contests) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_drawn smallint[] := appearance_order(c.seed, c.game_type::text, c.game_id);
  v_staked numeric := (select sum(s) from unnest(c.selection_stakes) s);
  v_ranked smallint[];
begin
  if c.decided_by = 'DRAW' and c.winning_number <> v_drawn[1] then
    raise exception 'the number of contest % is not the one of the draw', c.game_id using errcode = 'restrict_violation';
  end if;
  if c.decided_by = 'PROFIT_RULE' then
    select array_agg(number order by payouts desc, place) into v_ranked
      from (select number, place, c.outcome_payouts[number + 1] as payouts
              from unnest(v_drawn) with ordinality drawn(number, place)) outcomes
     where c.rule_version = 1 or payouts <= v_staked or v_staked < all (c.outcome_payouts);
    if c.winning_number is distinct from v_ranked[c.profitability_level * cardinality(v_ranked) / 10 + 1] then
      raise exception 'the number of contest % is not the one of the profit rule', c.game_id using errcode = 'restrict_violation';
    end if;
  end if;
end $$;
