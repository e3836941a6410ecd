-- Which bets of a batch are beyond a limit of their contest, decided in order of arrival as place_numbered_bets places them. Called
-- by place_numbered_bets only where a contest of the batch has limits, once contests and accounts are locked. It locks
-- contest_exposures of contests with a limit on their payout, in order of id, until the transaction ends: batches of
-- several servers wait for each other here, and for nothing afterwards.
--
-- p_spendable: what the bet's player may spend; null for a bet that is not placed anyway. Returns one element per bet:
-- p_over the limit it is beyond (0 none, 1 smallest bet, 2 largest bet, 3 stake per player, 4 payout), p_possible the
-- largest amount that was still possible, for the smallest bet that itself; -1 without a limit passed. A bet that the balance
-- does not cover is beyond no limit, because the balance is looked at first.
--
-- The payout limits rounds of the draw alone. Under the profit rule whether a bet fits would tell what others have staked, and
-- with the level which number wins; and the rule never pays out more than was staked.
create or replace function bets_over_limits(
  p_players bigint[], p_contests bigint[], p_selections smallint[], p_amounts bigint[], p_spendable bigint[],
  out p_over smallint[], out p_possible bigint[]
) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  v_ids bigint[];
  v_min bigint[];
  v_max bigint[];
  v_stakes bigint[];
  v_payouts bigint[];
  v_exposed bigint[];
  v_tables int[];
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_players)]);
  v_staked bigint[] := array_fill(null::bigint, array[cardinality(p_players)]);
  v_bet record;
  v_own bigint;
  v_room bigint;
  v_over int;
  v_rate bigint;
begin
  p_over := array_fill(0::smallint, array[cardinality(p_players)]);
  p_possible := array_fill(-1::bigint, array[cardinality(p_players)]);

  -- Ten exposures and 130 basis points for each limited contest, one contest after the other.
  perform 1 from contest_exposures e
    where e.contest_id = any(p_contests) and (select c.randomize from contests c where c.id = e.contest_id)
    order by e.contest_id for update;
  select array_agg(c.id order by c.id), array_agg(c.min_bet order by c.id), array_agg(c.max_bet order by c.id),
         array_agg(c.max_stake order by c.id), array_agg(case when c.randomize then c.max_payout end order by c.id)
    into v_ids, v_min, v_max, v_stakes, v_payouts
    from contests c
   where c.id = any(p_contests) and num_nonnulls(c.min_bet, c.max_bet, c.max_stake, c.max_payout) > 0;
  v_tables := array(
    select points from unnest(v_ids) with ordinality i(id, place), contests c, payout_tables t,
           unnest(t.basis_points) with ordinality p(points, o)
     where c.id = i.id and t.id = c.payout_table_id order by i.place, p.o);
  v_exposed := array(
    select coalesce((select e.payouts[n] from contest_exposures e where e.contest_id = i.id), 0)
      from unnest(v_ids) with ordinality i(id, place), generate_series(1, 10) n order by i.place, n);

  for v_bet in
    select u.o::int as o, array_position(v_ids, u.contest) - 1 as place, u.player, u.contest, u.selection::int as selection,
           u.amount, u.spendable, dense_rank() over (order by u.player)::int as who,
           dense_rank() over (order by u.player, u.contest)::int as own
      from unnest(p_players, p_contests, p_selections, p_amounts, p_spendable) with ordinality
        u(player, contest, selection, amount, spendable, o)
     where u.spendable is not null
     order by u.o
  loop
    -- As place_numbered_bets counts: the balance comes first, and what follows a bet that it refuses is decided in a later batch.
    continue when v_bet.amount > v_bet.spendable;
    if v_spent[v_bet.who] + v_bet.amount > v_bet.spendable then
      v_spent[v_bet.who] := v_spent[v_bet.who] + v_bet.amount;
      continue;
    end if;
    if v_bet.place is not null then
      v_own := v_max[v_bet.place + 1];
      if v_stakes[v_bet.place + 1] is not null then
        if v_staked[v_bet.own] is null then
          v_staked[v_bet.own] := (
            select coalesce(sum(b.amount), 0) from bets b
             where b.contest_id = v_bet.contest and b.player_id = v_bet.player
               and b.id >= (select bets_month * 1000000000000 from contests where id = v_bet.contest)
               and b.id < (select (bets_month + 1) * 1000000000000 from contests where id = v_bet.contest)
               and not exists (select from bet_cancellations k where k.bet_id = b.id));
        end if;
        v_own := least(v_own, greatest(v_stakes[v_bet.place + 1] - v_staked[v_bet.own], 0));
      end if;
      v_room := null;
      if v_payouts[v_bet.place + 1] is not null then
        for n in 1 .. 10 loop
          v_rate := v_tables[v_bet.place * 130 + v_bet.selection * 10 + n];
          continue when v_rate = 0;
          -- The largest amount whose payout, floored, still fits.
          v_room := least(v_room, greatest((v_payouts[v_bet.place + 1] - v_exposed[v_bet.place * 10 + n] + 1) * 10000 - 1, 0) / v_rate);
        end loop;
      end if;
      v_over := case
        when v_bet.amount < v_min[v_bet.place + 1] then 1
        when v_bet.amount > v_max[v_bet.place + 1] then 2
        when v_bet.amount > v_own then 3
        when v_bet.amount > v_room then 4
        else 0 end;
      if v_over > 0 then
        p_over[v_bet.o] := v_over;
        if v_over = 1 then
          p_possible[v_bet.o] := v_min[v_bet.place + 1];
        else
          p_possible[v_bet.o] := least(v_own, v_room);
          if p_possible[v_bet.o] < v_min[v_bet.place + 1] then p_possible[v_bet.o] := 0; end if;
        end if;
        continue;
      end if;
    end if;

    v_spent[v_bet.who] := v_spent[v_bet.who] + v_bet.amount;
    continue when v_bet.place is null;
    v_staked[v_bet.own] := v_staked[v_bet.own] + v_bet.amount;
    continue when v_payouts[v_bet.place + 1] is null;
    for n in 1 .. 10 loop
      v_rate := v_tables[v_bet.place * 130 + v_bet.selection * 10 + n];
      continue when v_rate = 0;
      v_exposed[v_bet.place * 10 + n] := v_exposed[v_bet.place * 10 + n] + v_bet.amount * v_rate / 10000;
    end loop;
  end loop;
end $$;
