-- Cancels and refunds all active bets of a player in a contest: one row in bet_cancellations and one refund transfer
-- for each; what they would cost leaves contest_exposures. refuse_late_cancellations (a trigger) refuses a contest that isn't open and marked by an operator. The
-- caller holds locks on the player's account and, shared, on the contest.
create or replace function cancel_bets(p_contest_id bigint, p_player_id bigint, p_at timestamptz)
returns table (refunded int, amount bigint) language sql security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with live as materialized (
    select id, amount, selection from bets
     where contest_id = p_contest_id and player_id = p_player_id
       and id >= (select bets_month * 1000000000000 from contests where id = p_contest_id)
       and id < (select (bets_month + 1) * 1000000000000 from contests where id = p_contest_id)
       and not exists (select from bet_cancellations c where c.bet_id = bets.id)),
  cancelled as (
    insert into bet_cancellations (bet_id, contest_id, created_at) select id, p_contest_id, p_at from live),
  freed as (
    update contest_exposures e
       set payouts = array(
             select e.payouts[outcome + 1]
                    - (select coalesce(sum(payout(live.amount, t.basis_points, live.selection, outcome)), 0)::bigint from live)
               from generate_series(0, 9) outcome, contests c, payout_tables t
              where c.id = e.contest_id and t.id = c.payout_table_id order by outcome)
     where e.contest_id = p_contest_id),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select c.account_id, a.id, live.amount, 'bet_refund', live.id, p_at
      from live
      join contests c on c.id = p_contest_id
      join ledger_accounts a on a.player_id = p_player_id and a.kind = 'player_available')
  select count(*)::int, coalesce(sum(amount), 0)::bigint from live
$$;
