-- Paying a decided contest, set by set. Number, multipliers and part count are read from the stored contest, never taken
-- from the caller: a retry cannot pay by other terms than the first attempt.

-- Pays one part of a contest (the players from part_bounds[part] to below part_bounds[part + 1]), exactly once: its row in
-- settlement_parts is written in the same statement. Returns a row for each player paid, and one more, with its id, for
-- each notification written (to those who won more than they staked); nothing when the part was paid before.
-- No joins by hash or merge: whoever bet in the part is found one by one, however many players there are besides.
create function settle_part(p_contest_id bigint, p_part smallint, p_at timestamptz)
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
  v_players bigint[];
  v_stakes bigint[];
  v_payouts bigint[];
  v_accounts bigint[];
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
  select array_agg(id), array_agg(player_id), array_agg(amount), array_agg(payout), array_agg(account)
    into v_bets, v_players, v_stakes, v_payouts, v_accounts
    from (select *, case when payout > 0 then (
                      select a.id from ledger_accounts a where a.kind = 'player_available' and a.player_id = b.player_id) end as account
            from (select id, player_id, amount, amount * v_basis_points[selection + 1] / 10000 as payout
                    from bets
                   where contest_id = p_contest_id and player_id >= v_from and player_id < v_below
                     and id <> all(v_cancelled)) b) paid;

  -- In id order, so that no two of us, and no bets, wait for each other in a circle.
  perform 1 from ledger_accounts where id = any(v_accounts) order by id for no key update;

  return query
  with live as materialized (
    select * from unnest(v_bets, v_players, v_stakes, v_payouts, v_accounts) b(id, player, stake, payout, account)),
  paid as (
    insert into bet_payouts (bet_id, amount) select id, payout from live where payout > 0),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select v_contest.account_id, account, payout, 'bet_payout', id, p_at from live where payout > 0),
  results as (
    insert into contest_results (player_id, contest_id, bet_count, bet_amount, win_amount, settled_at)
    select player, p_contest_id, count(*), sum(stake), sum(payout), p_at from live group by player
    returning player_id, bet_amount, win_amount),
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
    select p_contest_id, p_part, count(*), coalesce(sum(stake), 0), coalesce(sum(payout), 0) from live)
  select r.player_id, null::bigint from results r where r.win_amount > 0
  union all
  select t.user_id, t.id from told t;
end $$;
--> statement-breakpoint

-- Ends a contest whose parts are all paid: what its stakes left over goes to the house (what they lacked comes from it),
-- so that its account ends at zero, and the hour's totals take it in. True when this call settled it.
create function finish_contest(p_contest_id bigint, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_contest contests;
  v_parts int;
  v_bets int;
  v_stakes bigint;
  v_payouts bigint;
  v_house bigint;
begin
  select * into strict v_contest from contests where id = p_contest_id for no key update;
  select count(*), sum(bet_count), sum(stakes), sum(payouts) into v_parts, v_bets, v_stakes, v_payouts
    from settlement_parts where contest_id = p_contest_id;
  if v_contest.state <> 'DECIDED' or v_parts <> v_contest.settlement_parts then
    return false;
  end if;

  select id into strict v_house from ledger_accounts where kind = 'house';
  if v_stakes > v_payouts then
    perform post_transfer(v_contest.account_id, v_house, v_stakes - v_payouts, 'contest_result', p_contest_id, p_at);
  elsif v_stakes < v_payouts then
    perform post_transfer(v_house, v_contest.account_id, v_payouts - v_stakes, 'contest_result', p_contest_id, p_at);
  end if;

  -- Hours of Asia/Kolkata, so that its days are sums of whole hours.
  insert into hourly_totals as h (game_type, hour, contest_count, bet_count, stakes, payouts)
  values (v_contest.game_type, date_bin('1 hour', v_contest.ends_at, timestamptz '2000-01-01 00:00+05:30'), 1, v_bets, v_stakes, v_payouts)
  on conflict (game_type, hour) do update set
    contest_count = h.contest_count + 1,
    bet_count = h.bet_count + excluded.bet_count,
    stakes = h.stakes + excluded.stakes,
    payouts = h.payouts + excluded.payouts;

  update contests set state = 'SETTLED', total_stakes = v_stakes, total_payouts = v_payouts, settled_at = p_at
    where id = p_contest_id;
  return true;
end $$;
