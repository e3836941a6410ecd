-- Refuses, for every role, a bet in a contest that isn't open, a bet received at or after its closing, a bet after an
-- operator has set its number or while one is proposed (held_until), and a bet that arrives more than two seconds after the
-- closing by the database's clock, whatever instant it carries. The shared lock makes a concurrent closing or override
-- either wait for the bets' transaction or come before it. place_numbered_bets already holds that lock. Under version 2 of
-- the draw each bet has its number in the contest, under version 1 none. All bets of a contest are in its month, so that a number
-- that is unique in a month's partition is unique.
-- In contests with limits it keeps contest_exposures, and refuses bets beyond a limit; the payout limits rounds of the draw alone. That stands in this function because
-- the contests are read here: a trigger of its own would delay bets without limits too.
create or replace function refuse_late_bets() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_contests int;
  v_open int;
  v_limited boolean;
  v_numbered boolean;
  v_placed boolean;
  v_now timestamptz := db_now();
begin
  select count(distinct contest_id) into v_contests from new_bets;
  select count(*), bool_or(open_contests.limits > 0), bool_and(open_contests.numbered), bool_and(open_contests.placed)
    into v_open, v_limited, v_numbered, v_placed
    from (select c.id, num_nonnulls(c.min_bet, c.max_bet, c.max_stake, case when c.randomize then c.max_payout end) as limits,
                 b.numbers = case c.draw_version when 2 then b.bets else 0 end as numbered,
                 b.first / 1000000000000 = c.bets_month and b.last / 1000000000000 = c.bets_month as placed
            from (select contest_id, max(placed_at) as latest, count(number) as numbers, count(*) as bets,
                         min(id) as first, max(id) as last from new_bets group by contest_id) b
            join contests c on c.id = b.contest_id
           where c.state = 'OPEN' and c.override_number is null and b.latest < c.closes_at
             and coalesce(v_now <= c.closes_at + interval '2 seconds', true)
             and (c.held_until is null or v_now >= c.held_until)
             for share of c) open_contests;
  if v_open <> v_contests then
    raise exception 'bets are placed only in an open contest, before it closes, and not once an operator has set its number' using errcode = 'restrict_violation';
  end if;
  if not v_numbered then
    raise exception 'bets have a number under version 2 of the draw, and only there' using errcode = 'restrict_violation';
  end if;
  if not v_placed then
    raise exception 'a contest''s bets are in its month' using errcode = 'restrict_violation';
  end if;
  if not v_limited then return null; end if;

  insert into contest_exposures as e (contest_id, payouts)
  select n.contest_id, array_agg(n.payouts order by n.outcome)
    from (select b.contest_id, outcome, sum(payout(b.amount, t.basis_points, b.selection, outcome))::bigint as payouts
            from new_bets b join contests c on c.id = b.contest_id and c.randomize and c.max_payout is not null
            join payout_tables t on t.id = c.payout_table_id, generate_series(0, 9) outcome
           group by b.contest_id, outcome) n
   group by n.contest_id order by n.contest_id
  on conflict (contest_id) do update
    set payouts = array(select a + b from unnest(e.payouts, excluded.payouts) with ordinality u(a, b, o) order by o);
  if exists (select from new_bets b join contests c on c.id = b.contest_id where b.amount < c.min_bet or b.amount > c.max_bet)
    or exists (select from new_bets b join contests c on c.id = b.contest_id join contest_exposures e on e.contest_id = c.id
                where c.randomize and c.max_payout < any(e.payouts))
    or exists (select from (select distinct b.contest_id, b.player_id, c.max_stake, c.bets_month * 1000000000000 as first_id from new_bets b join contests c on c.id = b.contest_id
                             where c.max_stake is not null) p
                where (select sum(b.amount) from bets b where b.contest_id = p.contest_id and b.player_id = p.player_id
                         and b.id >= p.first_id and b.id < p.first_id + 1000000000000
                         and not exists (select from bet_cancellations k where k.bet_id = b.id)) > p.max_stake) then
    raise exception 'bets stay within the limits of their contest' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger bets_in_time after insert on bets
  referencing new table as new_bets
  for each statement execute function refuse_late_bets();
