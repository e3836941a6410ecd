-- Stores a closed contest's stakes by selection, the house's payout for each number (floored per bet, cancelled bets
-- excluded), and the bounds of its settlement parts. Bets of the same selection and amount are counted together. Does
-- nothing when they were counted before. All servers call it when betting closes: one counts, the others wait for it.
create or replace function count_bets(p_contest_id bigint, p_bets_per_part int) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select from contests where id = p_contest_id and state = 'CLOSED' and bet_count is null for no key update;

  with month as materialized (
    select bets_month * 1000000000000 as first_id from contests where id = p_contest_id),
  lots as materialized (
    select selection, amount, count(*) as bets
      from bets
     where contest_id = p_contest_id
       and id >= (select first_id from month) and id < (select first_id + 1000000000000 from month)
       and not exists (select from bet_cancellations c where c.bet_id = bets.id)
     group by selection, amount)
  update contests
     set bet_count = (select coalesce(sum(bets), 0) from lots),
         selection_stakes = array(
           select coalesce(sum(amount * bets), 0)::bigint
             from generate_series(0, 12) s left join lots on selection = s
            group by s order by s),
         outcome_payouts = array(
           select coalesce(sum(bets * payout(amount, basis_points, selection, n)), 0)::bigint
             from generate_series(0, 9) n left join lots on true
            group by n order by n),
         part_bounds = array(
           select distinct player_id
             from (select player_id, row_number() over (order by player_id) as place
                     from bets
                    where contest_id = p_contest_id
                      and id >= (select first_id from month) and id < (select first_id + 1000000000000 from month)) placed
            where place % p_bets_per_part = 0
            order by player_id)
    from payout_tables p
   where contests.id = p_contest_id and p.id = payout_table_id and state = 'CLOSED' and bet_count is null
$$;
