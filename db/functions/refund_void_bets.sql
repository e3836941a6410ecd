-- Cancels and refunds the live bets of the next players of a void contest: those after p_after, in order of player, as many
-- as have p_bets live bets; the last of them with all of theirs. Each bet once: its row in bet_cancellations is written in
-- the same statement, and one server at a time refunds a contest. Returns a row for each player, with the id of the
-- notification that was written; nothing when no live bet is left after p_after.
-- Locks: an advisory lock of the contest, then the players' available accounts in id order.
create or replace function refund_void_bets(p_contest_id bigint, p_after bigint, p_bets int, p_at timestamptz)
returns table (player_id bigint, notification_id bigint) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_contest contests;
  v_first_id bigint;
  v_through bigint;
  v_bets bigint[];
  v_stakes bigint[];
  v_players bigint[];
  v_accounts bigint[];
  v_owners bigint[];
begin
  perform pg_advisory_xact_lock(20264, (p_contest_id % 2147483647)::int);
  select * into strict v_contest from contests where id = p_contest_id;
  if v_contest.state <> 'VOID' then
    raise exception 'contest % is not void', v_contest.game_id using errcode = 'restrict_violation';
  end if;

  v_first_id := v_contest.bets_month * 1000000000000;
  -- A scalar sub-select stays a look-up of each bet. An array of all that is cancelled, read by every statement, took most
  -- of the time of a round of 50,000 bets.
  select max(player_id) into v_through
    from (select player_id from bets b
           where contest_id = p_contest_id and player_id > p_after
             and id >= v_first_id and id < v_first_id + 1000000000000
             and (select x.bet_id from bet_cancellations x where x.bet_id = b.id) is null
           order by player_id limit p_bets) next_bets;
  select array_agg(id), array_agg(amount), array_agg(player_id) into v_bets, v_stakes, v_players
    from bets b
   where contest_id = p_contest_id and player_id > p_after and player_id <= v_through
     and id >= v_first_id and id < v_first_id + 1000000000000
     and (select x.bet_id from bet_cancellations x where x.bet_id = b.id) is null;
  select array_agg(id), array_agg(player_id) into v_accounts, v_owners from (
    select a.id, a.player_id from ledger_accounts a
     where a.kind = 'player_available' and a.player_id = any(v_players)
     order by a.id for no key update) a;

  return query
  with live as materialized (
    select * from unnest(v_bets, v_stakes, v_players) l(bet, stake, player)),
  cancelled as (
    insert into bet_cancellations (bet_id, contest_id, created_at) select bet, p_contest_id, p_at from live),
  moved as (
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select v_contest.account_id, account, stake, 'bet_refund', bet, p_at
      from live left join unnest(v_accounts, v_owners) a(account, owner) on owner = player),
  -- Same values as server/domain/notifications uses.
  told as (
    insert into notifications (user_id, kind, data, cause, created_at)
    select player, 'ROUND_VOID',
           jsonb_build_object('gameId', v_contest.game_id, 'amountPaise', sum(stake)::text, 'reason', v_contest.void_reason),
           'void:' || p_contest_id, p_at
      from live group by player
    on conflict (user_id, cause) do nothing
    returning user_id, id)
  select p.player, t.id from (select distinct player from live) p left join told t on t.user_id = p.player;
end $$;
