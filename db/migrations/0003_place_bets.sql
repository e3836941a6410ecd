-- Placing bets: many in one statement, decided in the order in which they came.

-- Balances change with every batch and are in no index: room on the page keeps those updates off the indexes.
alter table ledger_accounts set (fillfactor = 60);
--> statement-breakpoint

-- Whoever needs a contest's row to itself while bets keep coming (override, closing, cancelling) calls this first in its
-- transaction. Bets share the row, and a row lock lets newcomers share while somebody waits for it alone: with 8
-- connections betting, a writer was seen to wait over 5 s. An advisory lock queues in turn, so it waits for the batches
-- that are under way (milliseconds) and no longer. Correctness rests on the row lock alone.
create function hold_bets(p_contest_id bigint) returns void language sql as $$
  select pg_advisory_xact_lock(20261, (p_contest_id % 2147483647)::int);
$$;
--> statement-breakpoint

-- Both accounts of a transfer exist. In the place of two foreign keys, whose check row by row (and whose lock on the
-- contest's account, shared by all) cost every bet a quarter of its time; accounts are never deleted, so a look at the
-- moment of writing is enough.
create function refuse_unknown_accounts() returns trigger language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if exists (
    select from (select debit_account_id as id from new_transfers union select credit_account_id from new_transfers) named
     where (select a.id from ledger_accounts a where a.id = named.id) is null) then
    raise exception 'transfers need two accounts that exist' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_between_accounts after insert on transfers
  referencing new table as new_transfers
  for each statement execute function refuse_unknown_accounts();
--> statement-breakpoint

-- No bet in a contest that isn't open, nor at or after its closing, whoever writes it. The share lock makes the closer's
-- update wait for the bets' transaction, or win before it; inside place_bets it is held already.
create function refuse_late_bets() returns trigger language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_contests int;
  v_open int;
begin
  select count(distinct contest_id) into v_contests from new_bets;
  select count(*) into v_open
    from (select c.id
            from (select contest_id, max(placed_at) as latest from new_bets group by contest_id) b
            join contests c on c.id = b.contest_id
           where c.state = 'OPEN' and b.latest < c.closes_at
             for share of c) open_contests;
  if v_open <> v_contests then
    raise exception 'bets are placed only in an open contest and before it closes' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger bets_in_time after insert on bets
  referencing new table as new_bets
  for each statement execute function refuse_late_bets();
--> statement-breakpoint

-- Bets are called off only in a contest that an operator has marked, while it takes bets. The share lock is held already
-- by whoever cancels in good order.
create function refuse_late_cancellations() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from contests where id in (select contest_id from new_cancellations) for share;
  if exists (
    select from new_cancellations n
      left join bets b on b.id = n.bet_id
      left join contests c on c.id = n.contest_id
     where b.contest_id is distinct from n.contest_id or c.state is distinct from 'OPEN'
        or c.override_number is null or n.created_at >= c.closes_at) then
    raise exception 'bets are cancelled only in an open contest that an operator has marked' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger bet_cancellations_in_time after insert on bet_cancellations
  referencing new table as new_cancellations
  for each statement execute function refuse_late_cancellations();
--> statement-breakpoint

-- Decides and places bets, given as arrays of equal length in order of arrival. One row per bet:
--   placed           bet_id and balance (available after it)
--   replayed         its key placed a bet before, with the same payload: that bet's id and balance after it
--   key_reused       its key placed a bet before, with another payload
--   insufficient     balance = what was available when its turn came
--   closed           received too late, or the contest no longer takes bets
--   unknown_contest
--   unknown_player   no player account
--   busy             the player's account or the contest is in somebody's hands: ask again shortly
--   behind           comes after a bet of the same player that was refused for want of balance: ask again at once
-- Nothing is written for any but "placed". With p_wait it waits for the players' accounts (never for a contest).
-- The caller sees to it that no player's key stands in it twice, else all is undone by bet_keys_pkey.
--
-- Locks: the contests that still take bets, shared; then the players' available accounts in id order. Neither is waited
-- for (SKIP LOCKED), so holding a share never holds up a closer; with p_wait the accounts come first, for the same reason.
-- A bet with a key is answered only with its player's account in hand, else a first attempt that is still under way
-- elsewhere would be overlooked.
--
-- A plan made while tables were empty would scan them and run at a tenth of the rate: so no sequential scans, and tables
-- are met one index look-up at a time (a scalar sub-select can't become a join) or not at all (arrays).
create function place_bets(
  p_players bigint[], p_contests bigint[], p_selections smallint[], p_amounts bigint[], p_keys uuid[],
  p_received timestamptz[], p_wait boolean default false
) returns table (ord int, outcome text, bet_id bigint, balance bigint) language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_held bigint[];
  v_contests bigint[];
  v_contest_accounts bigint[];
  v_closing timestamptz[];
  v_players bigint[];
  v_accounts bigint[];
  v_balances bigint[];
begin
  if array_position(p_players, null) is not null or array_position(p_contests, null) is not null
    or array_position(p_selections, null) is not null or array_position(p_amounts, null) is not null
    or array_position(p_received, null) is not null then
    raise exception 'place_bets: only keys may be null' using errcode = 'null_value_not_allowed';
  end if;
  if array[cardinality(p_contests), cardinality(p_selections), cardinality(p_amounts), cardinality(p_keys), cardinality(p_received)]
    <> array_fill(cardinality(p_players), array[5]) then
    raise exception 'place_bets: arrays of different lengths' using errcode = 'array_subscript_error';
  end if;

  if p_wait then
    perform 1 from ledger_accounts a
      where a.kind = 'player_available' and a.player_id = any(p_players)
      order by a.id for no key update;
  end if;

  select array_agg(c.id) into v_held from (
    select c.id from contests c
     where c.id = any(p_contests) and c.state = 'OPEN'
       and (select min(u.received) from unnest(p_contests, p_received) u(contest, received) where u.contest = c.id) < c.closes_at
       and pg_try_advisory_xact_lock_shared(20261, (c.id % 2147483647)::int)
     order by c.id for share skip locked) c;

  -- Read after the locks: what is open now and held stays so; what is open but not held is changing hands.
  select array_agg(c.id), array_agg(c.account_id), array_agg(case when c.state = 'OPEN' then c.closes_at else '-infinity' end)
    into v_contests, v_contest_accounts, v_closing
    from contests c where c.id = any(p_contests);

  select array_agg(a.player_id), array_agg(a.id), array_agg(a.balance) into v_players, v_accounts, v_balances from (
    select a.player_id, a.id, a.balance from ledger_accounts a
     where a.kind = 'player_available' and a.player_id = any(p_players)
     order by a.id for no key update skip locked) a;

  return query
  with asked as materialized (
    select u.*, own.account, own.balance as own_balance, c.account as contest_account, u.received < c.closing as in_time,
           (select k.bet_id from bet_keys k where k.player_id = u.player and k.key = u.key) as known_bet
      from unnest(p_players, p_contests, p_selections, p_amounts, p_keys, p_received)
             with ordinality u(player, contest, selection, amount, key, received, o)
      left join unnest(v_players, v_accounts, v_balances) own(player, account, balance) on own.player = u.player
      left join unnest(v_contests, v_contest_accounts, v_closing) c(id, account, closing) on c.id = u.contest),
  checked as (
    select a.*,
           case
             when known_bet is not null then
               case when (select (b.contest_id, b.selection, b.amount) = (contest, a.selection, a.amount) from bets b where b.id = known_bet)
                    then 'replayed' else 'key_reused' end
             when account is null and (
               select l.id from ledger_accounts l where l.kind = 'player_available' and l.player_id = player) is null then 'unknown_player'
             when contest_account is null then 'unknown_contest'
             when account is null and (key is not null or in_time) then 'busy'
             when not in_time then 'closed'
             when contest <> all(coalesce(v_held, '{}')) then 'busy'
             when amount > own_balance then 'insufficient'
           end as verdict
      from asked a),
  summed as (
    select c.*, sum(amount) filter (where verdict is null) over (partition by player order by o) as spent from checked c),
  decided as (
    select s.*,
           case when verdict is not null then verdict
                when spent <= own_balance then 'placed'
                when spent - amount <= own_balance then 'insufficient'
                else 'behind' end as answer,
           (own_balance - coalesce(max(spent) filter (where spent <= own_balance) over (partition by player order by o), 0))::bigint as remaining
      from summed s),
  numbered as materialized (
    select d.*, case when answer = 'placed' then nextval('bets_id_seq') end as id
      from (select * from decided order by o) d),
  placed as (
    insert into bets (id, contest_id, player_id, selection, amount, balance_after, placed_at) overriding system value
    select id, contest, player, selection, amount, remaining, received from numbered where id is not null),
  remembered as (
    insert into bet_keys (player_id, key, bet_id, created_at)
    select player, key, id, received from numbered where id is not null and key is not null),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select account, contest_account, amount, 'bet_stake', id, received from numbered where id is not null)
  select n.o::int, n.answer, coalesce(n.id, n.known_bet),
         case when n.answer in ('placed', 'insufficient') then n.remaining
              when n.answer = 'replayed' then (select b.balance_after from bets b where b.id = n.known_bet) end
    from numbered n;
end $$;
