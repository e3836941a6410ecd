-- Pays the parts p_first to p_last of a contest (the players from part_bounds[p_first] to below part_bounds[p_last + 1]),
-- each exactly once: their rows in settlement_parts are written in the same statement. Returns a row for each player paid,
-- and one more, with its id, for each notification written (to those who won more than they staked, the first time on a
-- day in Asia/Kolkata); nothing for parts that were paid before.
-- Several parts in one statement read their bets once and look winners' accounts up once.
create or replace function settle_parts(p_contest_id bigint, p_first int, p_last int, p_at timestamptz)
returns table (player_id bigint, notification_id bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  v_contest contests;
  v_basis_points int[];
  v_unpaid int[];
  v_from bigint;
  v_below bigint;
  v_first_id bigint;
  v_bounds bigint[];
  v_cancelled bigint[];
  v_bets bigint[];
  v_payouts bigint[];
  v_winners bigint[];
  v_players bigint[];
  v_bet_counts int[];
  v_stakes bigint[];
  v_won bigint[];
  v_accounts bigint[];
  v_owners bigint[];
  v_day text := to_char(p_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD');
begin
  -- A part need not wait for the disk. Everything that commits later, finish_contest at the latest, reaches the disk
  -- only together with it; a part lost in a power failure is unpaid again as if it had never been attempted.
  perform set_config('synchronous_commit', 'off', true);
  -- When two servers settle the same part, the second waits here and finds it done. Parts of other contests may have
  -- the same lock key.
  perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + part) % 2147483647)::int)
     from generate_series(p_first, p_last) part;
  select * into strict v_contest from contests where id = p_contest_id;
  if v_contest.state not in ('DECIDED', 'SETTLED') or p_first < 0 or p_last >= v_contest.settlement_parts then
    raise exception 'contest % has no parts % to % to pay', p_contest_id, p_first, p_last using errcode = 'restrict_violation';
  end if;
  v_unpaid := array(select p from generate_series(p_first, p_last) p
                     where not exists (select from settlement_parts s where s.contest_id = p_contest_id and s.part = p));
  -- When another server has paid some of the parts, the rest may not be one range, so they are paid one by one.
  if cardinality(v_unpaid) < p_last - p_first + 1 then
    return query select paid.* from unnest(v_unpaid) p, settle_parts(p_contest_id, p, p, p_at) paid;
    return;
  end if;
  v_basis_points := (select basis_points from payout_tables where id = v_contest.payout_table_id);

  -- A range, so that each bet is read once. With parts by remainder (player_id % parts) each part would scan the whole
  -- contest.
  v_from := coalesce(v_contest.part_bounds[p_first], 0);
  v_below := coalesce(v_contest.part_bounds[p_last + 1], 9223372036854775807);
  v_first_id := v_contest.bets_month * 1000000000000;
  v_bounds := v_contest.part_bounds[p_first + 1:p_last];
  -- As an array, because with a join the planner was seen to scan the whole table of bets for each part.
  v_cancelled := array(select bet_id from bet_cancellations where contest_id = p_contest_id);

  with live as materialized (
    select id, player_id as player, amount as stake, payout(amount, v_basis_points, selection, v_contest.winning_number) as payout
      from bets
     where contest_id = p_contest_id and player_id >= v_from and player_id < v_below and id <> all(v_cancelled)
       and id >= v_first_id and id < v_first_id + 1000000000000),
  winning as (
    select array_agg(id) as bets, array_agg(payout) as payouts, array_agg(player) as winners from live where payout > 0),
  sums as (
    select array_agg(player) as players, array_agg(bet_count) as bet_counts, array_agg(stakes) as stakes, array_agg(won) as won
      from (select player, count(*)::int as bet_count, sum(stake)::bigint as stakes, sum(payout)::bigint as won
              from live group by player) p)
  select bets, payouts, winners, players, bet_counts, stakes, won
    into v_bets, v_payouts, v_winners, v_players, v_bet_counts, v_stakes, v_won from winning, sums;

  -- In id order, to prevent deadlocks with other settlements and bets. Before any transfer is inserted, so that
  -- transfers are in the same order as the balances.
  select array_agg(id), array_agg(player_id) into v_accounts, v_owners from (
    select a.id, a.player_id from ledger_accounts a
     where a.kind = 'player_available' and a.player_id = any(v_winners)
     order by a.id for no key update) a;

  return query
  with paid as (
    insert into bet_payouts (bet_id, amount) select * from unnest(v_bets, v_payouts)),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select v_contest.account_id, account, payout, 'bet_payout', id, p_at
      from unnest(v_bets, v_payouts, v_winners) w(id, payout, winner)
      left join unnest(v_accounts, v_owners) a(account, owner) on owner = winner),
  results as (
    insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
    select player, p_contest_id, bet_count, stakes, won, p_at
      from unnest(v_players, v_bet_counts, v_stakes, v_won) p(player, bet_count, stakes, won)
    returning player_id, bet_count, bet_amount, win_amount),
  -- Same values as server/domain/notifications uses. A return below the stake is no win. One a day: the list shows all
  -- rounds of the day with it. Settlements that would insert the same row wait for each other at the accounts above.
  told as (
    insert into notifications (user_id, kind, data, cause, created_at)
    select r.player_id, 'ROUNDS_PLAYED', jsonb_build_object('day', v_day), 'rounds:' || v_day, p_at
      from results r where r.win_amount > r.bet_amount
    on conflict (user_id, cause) do nothing
    returning user_id, id),
  done as (
    insert into settlement_parts (contest_id, part, bet_count, stakes, payouts)
    select p_contest_id, p, coalesce(sum(bet_count), 0), coalesce(sum(bet_amount), 0), coalesce(sum(win_amount), 0)
      from generate_series(p_first, p_last) p
      left join (select p_first + width_bucket(player_id, v_bounds) as part, bet_count, bet_amount, win_amount from results) r
        on r.part = p
     group by p)
  select r.player_id, null::bigint from results r where r.win_amount > 0
  union all
  select t.user_id, t.id from told t;
end $$;
