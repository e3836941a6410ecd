-- Paying takes from the bets only what it writes, the winning ones and each player's sums, where it carried all of them
-- through arrays and looked through those four times: a tenth of what paying cost.

-- Pays one part of a contest (the players from part_bounds[part] to below part_bounds[part + 1]), exactly once: its row in
-- settlement_parts is written in the same statement. Returns a row for each player paid, and one more, with its id, for
-- each notification written (to those who won more than they staked); nothing when the part was paid before.
-- No joins by hash or merge: whoever bet in the part is found one by one, however many players there are besides.
create or replace function settle_part(p_contest_id bigint, p_part smallint, p_at timestamptz)
returns table (player_id bigint, notification_id bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  v_contest contests;
  v_basis_points int[];
  v_from bigint;
  v_below bigint;
  v_cancelled bigint[];
  v_bets bigint[];
  v_payouts bigint[];
  v_accounts bigint[];
  v_players bigint[];
  v_bet_counts int[];
  v_stakes bigint[];
  v_won bigint[];
begin
  -- A part need not wait for the disk: whatever commits after it, finish_contest at the latest, reaches the disk only
  -- together with it, and a part that a power cut takes back is unpaid again as if it had not been tried.
  perform set_config('synchronous_commit', 'off', true);
  -- Two servers at the same part: the second waits here and finds it done. Parts of other contests may share the number.
  perform pg_advisory_xact_lock(20263, ((p_contest_id * 1000 + p_part) % 2147483647)::int);
  select * into strict v_contest from contests where id = p_contest_id;
  if v_contest.state not in ('DECIDED', 'SETTLED') or p_part not between 0 and v_contest.settlement_parts - 1 then
    raise exception 'contest % has no part % to pay', p_contest_id, p_part using errcode = 'restrict_violation';
  end if;
  if exists (select from settlement_parts where contest_id = p_contest_id and part = p_part) then
    return;
  end if;
  select array_agg(basis_points[s * 10 + v_contest.winning_number + 1] order by s) into v_basis_points
    from payout_tables, generate_series(0, 12) s where id = v_contest.payout_table_id;

  -- A range, so that each bet is read once: the parts of a remainder (player_id % parts) would each walk the whole contest.
  v_from := coalesce(v_contest.part_bounds[p_part], 0);
  v_below := coalesce(v_contest.part_bounds[p_part + 1], 9223372036854775807);
  -- As an array: joined instead, the planner was seen to walk the whole table of bets for each part.
  v_cancelled := array(select bet_id from bet_cancellations where contest_id = p_contest_id);

  with live as materialized (
    select id, player_id as player, amount as stake, amount * v_basis_points[selection + 1] / 10000 as payout
      from bets
     where contest_id = p_contest_id and player_id >= v_from and player_id < v_below and id <> all(v_cancelled)),
  winning as (
    select array_agg(id) as bets, array_agg(payout) as payouts, array_agg(account) as accounts
      from (select id, payout, (
                     select a.id from ledger_accounts a where a.kind = 'player_available' and a.player_id = player) as account
              from live where payout > 0) w),
  sums as (
    select array_agg(player) as players, array_agg(bet_count) as bet_counts, array_agg(stakes) as stakes, array_agg(won) as won
      from (select player, count(*)::int as bet_count, sum(stake)::bigint as stakes, sum(payout)::bigint as won
              from live group by player) p)
  select bets, payouts, accounts, players, bet_counts, stakes, won
    into v_bets, v_payouts, v_accounts, v_players, v_bet_counts, v_stakes, v_won from winning, sums;

  -- In id order, so that no two of us, and no bets, wait for each other in a circle; before any transfer is written, so
  -- that transfers follow each other as the balances do.
  perform 1 from ledger_accounts where id = any(v_accounts) order by id for no key update;

  return query
  with paid as (
    insert into bet_payouts (bet_id, amount) select * from unnest(v_bets, v_payouts)),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select v_contest.account_id, account, payout, 'bet_payout', id, p_at
      from unnest(v_bets, v_payouts, v_accounts) w(id, payout, account)),
  results as (
    insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
    select player, p_contest_id, bet_count, stakes, won, p_at
      from unnest(v_players, v_bet_counts, v_stakes, v_won) p(player, bet_count, stakes, won)
    returning player_id, bet_count, bet_amount, win_amount),
  -- As server/domain/notifications words it. A return below the stake is no win.
  told as (
    insert into notifications (user_id, kind, data, cause, created_at)
    select r.player_id, 'ROUND_WON',
           jsonb_build_object('gameId', v_contest.game_id, 'betAmountPaise', r.bet_amount::text, 'winAmountPaise', r.win_amount::text),
           'contest:' || p_contest_id, p_at
      from results r where r.win_amount > r.bet_amount
    returning user_id, id),
  done as (
    insert into settlement_parts (contest_id, part, bet_count, stakes, payouts)
    select p_contest_id, p_part, coalesce(sum(bet_count), 0), coalesce(sum(bet_amount), 0), coalesce(sum(win_amount), 0) from results)
  select r.player_id, null::bigint from results r where r.win_amount > 0
  union all
  select t.user_id, t.id from told t;
end $$;
