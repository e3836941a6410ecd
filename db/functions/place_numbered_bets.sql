-- Decides and places bets, given as arrays of equal length in order of arrival. One row per bet:
--   placed           bet_id and balance (available after it); bet_number, which is null under version 1 of the draw
--   replayed         its key placed a bet before, with the same payload: that bet's id, number and balance after it
--   key_reused       its key placed a bet before, with another payload
--   stake_limit, loss_limit, time_out, self_excluded, reality_check
--                    refused by what the player has set (bet_guard); asked for guarded accounts only
--   insufficient     balance = what was available when its turn came
--   min_bet, max_bet, max_stake, max_payout
--                    beyond a limit of the contest (bets_over_limits); balance = the largest amount that was possible, for min_bet
--                    the smallest; asked for contests with limits only
--   closed           received too late, or the contest takes no bets: closed, an operator has set its number, or it is held
--                    while a proposed number waits for another admin (guard_round_proposal)
--   unknown_contest
--   unknown_player   no player account
--   busy             the player's account or the contest is locked by another transaction: retry after a backoff
--   behind           follows a bet of the same player that was refused as insufficient or by a limit: retry at once
-- Of several reasons the first in this order is answered: what the player has set, the balance, the contest's limits.
-- Only "placed" writes anything. With p_wait it waits for the players' accounts (never for a contest).
-- The caller passes each key of a player at most once; otherwise bet_keys_pkey rolls the whole batch back.
--
-- Locks: the contests that still take bets, shared; then the players' available accounts in id order. Neither is waited
-- for (SKIP LOCKED), so a shared lock never delays closing the contest; with p_wait the accounts are locked first, for the
-- same reason. A bet with a key is answered only while its player's account is locked, because otherwise a first attempt
-- that is still under way in another transaction would be overlooked. Where a contest has a limit on its payout, its row of
-- contest_exposures last: the one lock that batches wait for, held by one that waits for nothing more.
--
-- A bet's id begins with its month, to which open_contest moves the sequence of ids; so bets and transfers need no partition chosen
-- here. Under version 2 of the draw a bet takes its number in its contest from a sequence of its game (open_contest restarts it): no
-- batch waits for another one's commit, as it would for a counter in a row. A batch that is rolled back leaves a gap.
--
-- A plan made while tables were empty would scan them and run at a tenth of the rate. So sequential scans are off, and
-- tables are read by single index look-ups (a scalar sub-select can't become a join) or not at all (arrays).
create or replace function place_numbered_bets(
  p_players bigint[], p_contests bigint[], p_selections smallint[], p_amounts bigint[], p_keys uuid[],
  p_received timestamptz[], p_wait boolean default false
) returns table (ord int, outcome text, bet_id bigint, balance bigint, bet_number int) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_held bigint[];
  v_contests bigint[];
  v_contest_accounts bigint[];
  v_closing timestamptz[];
  v_numbers regclass[];
  v_players bigint[];
  v_accounts bigint[];
  v_balances bigint[];
  v_guarded bigint[];
  v_stops text[];
  v_rooms bigint[];
  v_room_names text[];
  v_limited boolean;
  v_over smallint[];
  v_possible bigint[];
  v_now timestamptz;
begin
  if array_position(p_players, null) is not null or array_position(p_contests, null) is not null
    or array_position(p_selections, null) is not null or array_position(p_amounts, null) is not null
    or array_position(p_received, null) is not null then
    raise exception 'place_numbered_bets: only keys may be null' using errcode = 'null_value_not_allowed';
  end if;
  if array[cardinality(p_contests), cardinality(p_selections), cardinality(p_amounts), cardinality(p_keys), cardinality(p_received)]
    <> array_fill(cardinality(p_players), array[5]) then
    raise exception 'place_numbered_bets: arrays of different lengths' using errcode = 'array_subscript_error';
  end if;

  if p_wait then
    perform 1 from ledger_accounts a
      where a.kind = 'player_available' and a.player_id = any(p_players)
      order by a.id for no key update;
  end if;

  select array_agg(c.id) into v_held from (
    select c.id from contests c
     where c.id = any(p_contests) and c.state = 'OPEN' and c.override_number is null
       and (select min(u.received) from unnest(p_contests, p_received) u(contest, received) where u.contest = c.id) < c.closes_at
       and pg_try_advisory_xact_lock_shared(20261, (c.id % 2147483647)::int)
     order by c.id for share skip locked) c;

  -- Read after the locks: a contest that is open and locked here stays open; one that is open but not locked is locked by
  -- a writer. A bet that is too late by the database's clock is answered "closed" here, because refuse_late_bets would
  -- roll the whole batch back.
  v_now := db_now();
  select array_agg(c.id), array_agg(c.account_id),
         array_agg(case when c.state = 'OPEN' and c.override_number is null
                             and coalesce(v_now <= c.closes_at + interval '1.75 seconds', true)
                             and (c.held_until is null or v_now >= c.held_until)
                        then c.closes_at else '-infinity' end),
         bool_or(num_nonnulls(c.min_bet, c.max_bet, c.max_stake, case when c.randomize then c.max_payout end) > 0),
         array_agg(case when c.draw_version = 2 then bet_numbers_of(c.game_type) end)
    into v_contests, v_contest_accounts, v_closing, v_limited, v_numbers
    from contests c where c.id = any(p_contests);

  select array_agg(a.player_id), array_agg(a.id), array_agg(a.balance), array_agg(a.player_id) filter (where a.guarded)
    into v_players, v_accounts, v_balances, v_guarded from (
    select a.player_id, a.id, a.balance, a.guarded from ledger_accounts a
     where a.kind = 'player_available' and a.player_id = any(p_players)
     order by a.id for no key update skip locked) a;

  if v_guarded is not null then
    select array_agg(g.player_id), array_agg(g.stop), array_agg(g.room), array_agg(g.room_name)
      into v_guarded, v_stops, v_rooms, v_room_names
      from unnest(v_guarded) guarded(player), bet_guard(guarded.player, v_now) g;
  end if;

  if v_limited then
    select l.p_over, l.p_possible into v_over, v_possible
      from bets_over_limits(p_players, p_contests, p_selections, p_amounts, array(
        select case when own.balance is not null and guard.stop is null and u.received < c.closing and u.contest = any(v_held)
                      and (select k.bet_id from bet_keys k where k.player_id = u.player and k.key = u.key) is null
                    then least(own.balance, guard.room) end
          from unnest(p_players, p_contests, p_keys, p_received) with ordinality u(player, contest, key, received, o)
          left join unnest(v_players, v_balances) own(player, balance) on own.player = u.player
          left join unnest(v_guarded, v_stops, v_rooms) guard(player, stop, room) on guard.player = u.player
          left join unnest(v_contests, v_closing) c(id, closing) on c.id = u.contest
         order by u.o)) l;
  end if;

  return query
  with asked as materialized (
    select u.*, own.account, own.balance as own_balance, least(own.balance, guard.room) as spendable, guard.stop,
           guard.room, guard.room_name, c.account as contest_account, c.numbers, u.received < c.closing as in_time,
           (select k.bet_id from bet_keys k where k.player_id = u.player and k.key = u.key) as known_bet
      from unnest(p_players, p_contests, p_selections, p_amounts, p_keys, p_received)
             with ordinality u(player, contest, selection, amount, key, received, o)
      left join unnest(v_players, v_accounts, v_balances) own(player, account, balance) on own.player = u.player
      left join unnest(v_guarded, v_stops, v_rooms, v_room_names) guard(player, stop, room, room_name) on guard.player = u.player
      left join unnest(v_contests, v_contest_accounts, v_closing, v_numbers) c(id, account, closing, numbers) on c.id = u.contest),
  checked as (
    select a.*,
           case
             when known_bet is not null then
               case when (select (b.contest_id, b.selection, b.amount) = (contest, a.selection, a.amount) from placed_bet(known_bet) b)
                    then 'replayed' else 'key_reused' end
             when account is null and (
               select l.id from ledger_accounts l where l.kind = 'player_available' and l.player_id = player) is null then 'unknown_player'
             when contest_account is null then 'unknown_contest'
             when account is null and (key is not null or in_time) then 'busy'
             when not in_time then 'closed'
             when contest <> all(coalesce(v_held, '{}')) then 'busy'
             when stop is not null then stop
             when amount > room then room_name
             when amount > own_balance then 'insufficient'
             when v_over[o] > 0 then (array['min_bet', 'max_bet', 'max_stake', 'max_payout'])[v_over[o]]
           end as verdict
      from asked a),
  summed as (
    select c.*, sum(amount) filter (where verdict is null) over (partition by player order by o) as spent from checked c),
  decided as (
    select s.*,
           case when verdict is not null then verdict
                when spent <= spendable then 'placed'
                when spent - amount <= spendable then case when spent > room then room_name else 'insufficient' end
                else 'behind' end as answer,
           (own_balance - coalesce(max(spent) filter (where spent <= spendable) over (partition by player order by o), 0))::bigint as remaining
      from summed s),
  numbered as materialized (
    select d.*, case when answer = 'placed' then nextval('bets_id_seq') end as id,
           case when answer = 'placed' then nextval(numbers)::int end as number
      from (select * from decided order by o) d),
  placed as (
    insert into bets (id, contest_id, player_id, selection, amount, balance_after, placed_at, number) overriding system value
    select id, contest, player, selection, amount, remaining, received, number from numbered where id is not null),
  remembered as (
    insert into bet_keys (player_id, key, bet_id, created_at)
    select player, key, id, received from numbered where id is not null and key is not null),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select account, contest_account, amount, 'bet_stake', id, received from numbered where id is not null)
  select n.o::int, n.answer, coalesce(n.id, n.known_bet),
         case when n.answer in ('placed', 'insufficient') then n.remaining
              when n.answer in ('min_bet', 'max_bet', 'max_stake', 'max_payout') then v_possible[n.o]
              when n.answer = 'replayed' then (select b.balance_after from placed_bet(n.known_bet) b) end,
         case when n.answer = 'replayed' then (select b.number from placed_bet(n.known_bet) b) else n.number end
    from numbered n;
end $$;
