create or replace function guard_contest_change() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_now timestamptz := db_now();
  -- Tolerated difference between a server's clock and the database's: half the round trip of a slow measurement. A
  -- refused change is retried 100 ms later, still within 250 ms of a round's end.
  v_slack constant interval := '100 milliseconds';
  v_step text := old.state || ' -> ' || new.state;
begin
  if new.state <> old.state and v_step not in ('OPEN -> CLOSED', 'OPEN -> VOID', 'CLOSED -> DECIDED', 'CLOSED -> VOID', 'DECIDED -> SETTLED') then
    raise exception 'a contest cannot go %', v_step using errcode = 'restrict_violation';
  end if;

  if (new.id, new.game_type, new.game_id, new.number, new.slot, new.starts_at, new.closes_at, new.ends_at, new.account_id,
      new.randomize, new.profitability_level, new.rule_version, new.payout_table_id, new.chain_id, new.chain_index,
      new.commitment, new.min_bet, new.max_bet, new.max_stake, new.max_payout, new.draw_version, new.beacon_round,
      new.witness_set_id, new.seed_lost, new.bets_month, new.beacon_relays)
    is distinct from
     (old.id, old.game_type, old.game_id, old.number, old.slot, old.starts_at, old.closes_at, old.ends_at, old.account_id,
      old.randomize, old.profitability_level, old.rule_version, old.payout_table_id, old.chain_id, old.chain_index,
      old.commitment, old.min_bet, old.max_bet, old.max_stake, old.max_payout, old.draw_version, old.beacon_round,
      old.witness_set_id, old.seed_lost, old.bets_month, old.beacon_relays) then
    raise exception 'what a contest opened with never changes' using errcode = 'restrict_violation';
  end if;

  if (new.override_number, new.overridden_at, new.overridden_by)
    is distinct from (old.override_number, old.overridden_at, old.overridden_by)
    and (v_step <> 'OPEN -> OPEN' or new.override_number is null
      or new.overridden_at >= old.closes_at - interval '5 seconds'
      or v_now >= old.closes_at - interval '5 seconds' + v_slack) then
    raise exception 'an override comes while betting is open, and leaves 5 s to cancel' using errcode = 'restrict_violation';
  end if;
  -- Under the profit rule its bets were not held to the limit.
  if new.override_number is distinct from old.override_number and not old.randomize and old.max_payout is not null then
    raise exception 'a contest of the profit rule with a payout limit is not overridden' using errcode = 'restrict_violation';
  end if;

  if new.held_until is distinct from old.held_until
    and (v_step <> 'OPEN -> OPEN' or new.held_until is distinct from (
      select expires_at from proposals where kind = 'override' and subject_id = new.id and status = 'open')) then
    raise exception 'a contest is held while the proposal of a number is open' using errcode = 'restrict_violation';
  end if;

  -- Later it would withhold a number that may be known.
  if (v_step in ('OPEN -> VOID', 'CLOSED -> VOID')) <> ((new.voided_at, new.voided_by, new.void_reason) is distinct from (old.voided_at, old.voided_by, old.void_reason))
    or (v_step = 'OPEN -> VOID' and (new.voided_at >= old.closes_at or v_now >= old.closes_at + v_slack)) then
    raise exception 'a contest is made void once, while betting is open' using errcode = 'restrict_violation';
  end if;
  -- The seed was published at the end, by that rule below. A contest with a confirmed root waits for the beacon: making it void
  -- would withhold a number that may be known.
  if v_step = 'CLOSED -> VOID' and (old.draw_version <> 2 or old.seed is null or new.seed <> old.seed
    or new.decided_at is null or num_nonnulls(new.decided_by, new.winning_number, new.settlement_parts) > 0
    or case when new.voided_by is null then old.bets_root is not null and (is_witnessed(old) or v_now < old.ends_at)
            else not may_void_waiting(old, new.voided_by) end) then
    raise exception 'a closed contest is void only without the root of its bets or its witnesses, or by owners after a week without the beacon'
      using errcode = 'restrict_violation';
  end if;

  if new.timelock is distinct from old.timelock and (v_step <> 'OPEN -> OPEN' or old.timelock is not null) then
    raise exception 'a seed is timelocked once, while betting is open' using errcode = 'restrict_violation';
  end if;
  if new.bets_root is distinct from old.bets_root
    and (v_step <> 'CLOSED -> CLOSED' or old.bets_root is not null or old.timelock is null or v_now >= old.ends_at) then
    raise exception 'the root of a contest''s bets is published once, after the closing and before the end' using errcode = 'restrict_violation';
  end if;

  if (v_step = 'OPEN -> CLOSED') <> (new.closed_at is distinct from old.closed_at) or new.closed_at < old.closes_at
    or (v_step = 'OPEN -> CLOSED' and v_now < old.closes_at - v_slack) then
    raise exception 'a contest closes once, at its evaluation time' using errcode = 'restrict_violation';
  end if;

  if (new.selection_stakes, new.outcome_payouts, new.bet_count, new.part_bounds)
    is distinct from (old.selection_stakes, old.outcome_payouts, old.bet_count, old.part_bounds)
    and (v_step <> 'CLOSED -> CLOSED' or old.bet_count is not null or new.bet_count is null or new.part_bounds is null
      or cardinality(new.selection_stakes) is distinct from 13 or cardinality(new.outcome_payouts) is distinct from 10) then
    raise exception 'bets are counted once, when betting has closed' using errcode = 'restrict_violation';
  end if;

  if (new.decided_by, new.winning_number, new.settlement_parts, new.decided_at)
    is distinct from (old.decided_by, old.winning_number, old.settlement_parts, old.decided_at)
    and v_step not in ('CLOSED -> DECIDED', 'CLOSED -> VOID') and (v_step <> 'VOID -> VOID' or old.seed is not null)
    or new.seed is distinct from old.seed and (old.seed is not null or v_step not in ('CLOSED -> DECIDED', 'VOID -> VOID')
      and (v_step <> 'CLOSED -> CLOSED' or old.draw_version <> 2)) then
    raise exception 'an outcome never changes' using errcode = 'restrict_violation';
  end if;
  if v_step = 'CLOSED -> DECIDED' and (old.bet_count is null or new.decided_at is null or new.decided_at < old.ends_at
    or v_now < old.ends_at - v_slack
    or new.settlement_parts <> cardinality(old.part_bounds) + 1
    or new.decided_by <> (case when old.override_number is not null then 'OPERATOR'
                               when old.randomize then 'DRAW' else 'PROFIT_RULE' end)::decided_by) then
    raise exception 'a contest is decided at its end, by who was said to decide it' using errcode = 'restrict_violation';
  end if;
  if v_step = 'CLOSED -> DECIDED' then
    perform refuse_wrong_winner(new);
  end if;
  if v_step in ('VOID -> VOID', 'CLOSED -> CLOSED') and new.seed is distinct from old.seed
    and (new.decided_at < old.ends_at or v_now < old.ends_at - v_slack) then
    raise exception 'the seed of a contest is published at its end' using errcode = 'restrict_violation';
  end if;

  if (new.total_stakes, new.total_payouts, new.settled_at)
    is distinct from (old.total_stakes, old.total_payouts, old.settled_at) and v_step <> 'DECIDED -> SETTLED'
    and (v_step <> 'VOID -> VOID' or old.settled_at is not null or new.total_stakes is not null or new.total_payouts is not null) then
    raise exception 'totals come with the settlement and stay' using errcode = 'restrict_violation';
  end if;
  if v_step = 'DECIDED -> SETTLED' then
    perform refuse_unpaid(new);
  end if;
  if v_step = 'VOID -> VOID' and new.settled_at is distinct from old.settled_at then
    perform refuse_unrefunded(new);
  end if;
  return new;
end $$;

create or replace trigger contests_change before update on contests
  for each row execute function guard_contest_change();
