-- A contest's life: states only move forward, and what was once published never changes, whoever writes.

create function guard_new_contest() returns trigger language plpgsql as $$
declare
  v_last contests;
  v_chain chains;
  v_published bytea;
begin
  if new.state <> 'OPEN' or new.override_number is not null or new.closed_at is not null
    or new.selection_stakes is not null or new.outcome_payouts is not null or new.bet_count is not null
    or new.part_bounds is not null or new.decided_at is not null
    or new.total_stakes is not null or new.total_payouts is not null or new.settled_at is not null then
    raise exception 'a contest begins open' using errcode = 'restrict_violation';
  end if;

  select * into v_last from contests where game_type = new.game_type order by number desc limit 1;
  if new.number <> coalesce(v_last.number, 0) + 1 or new.slot <= coalesce(v_last.slot, -1) then
    raise exception 'contests of a game are numbered without gaps, in the order of their slots' using errcode = 'restrict_violation';
  end if;
  if v_last.id is not null and v_last.state not in ('DECIDED', 'SETTLED') then
    raise exception 'the contest before is not decided' using errcode = 'restrict_violation';
  end if;

  -- The commitment is s_{n-1}: it may be known only because the contest that used it has ended.
  select * into strict v_chain from chains where id = new.chain_id;
  if new.chain_index = 1 then
    v_published := v_chain.anchor;
  else
    select seed into v_published from contests where chain_id = new.chain_id and chain_index = new.chain_index - 1;
  end if;
  if v_chain.game_type <> new.game_type or v_chain.retired_at is not null
    or new.chain_index not between 1 and v_chain.length
    or v_published is distinct from new.commitment then
    raise exception 'a contest takes the next seed of its game''s current chain' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger contests_begin before insert on contests
  for each row execute function guard_new_contest();
--> statement-breakpoint

create function guard_contest_change() returns trigger language plpgsql as $$
declare
  v_step text := old.state || ' -> ' || new.state;
begin
  if new.state <> old.state and v_step not in ('OPEN -> CLOSED', 'CLOSED -> DECIDED', 'DECIDED -> SETTLED') then
    raise exception 'a contest cannot go %', v_step using errcode = 'restrict_violation';
  end if;

  if (new.id, new.game_type, new.game_id, new.number, new.slot, new.starts_at, new.closes_at, new.ends_at, new.account_id,
      new.randomize, new.profitability_level, new.payout_table_id, new.chain_id, new.chain_index, new.commitment)
    is distinct from
     (old.id, old.game_type, old.game_id, old.number, old.slot, old.starts_at, old.closes_at, old.ends_at, old.account_id,
      old.randomize, old.profitability_level, old.payout_table_id, old.chain_id, old.chain_index, old.commitment) then
    raise exception 'what a contest opened with never changes' using errcode = 'restrict_violation';
  end if;

  if (new.override_number, new.overridden_at, new.overridden_by)
    is distinct from (old.override_number, old.overridden_at, old.overridden_by)
    and (v_step <> 'OPEN -> OPEN' or new.override_number is null
      or new.overridden_at >= old.closes_at - interval '5 seconds') then
    raise exception 'an override comes while betting is open, and leaves 5 s to cancel' using errcode = 'restrict_violation';
  end if;

  if (v_step = 'OPEN -> CLOSED') <> (new.closed_at is distinct from old.closed_at) or new.closed_at < old.closes_at then
    raise exception 'a contest closes once, at its evaluation time' using errcode = 'restrict_violation';
  end if;

  if (new.selection_stakes, new.outcome_payouts, new.bet_count, new.part_bounds)
    is distinct from (old.selection_stakes, old.outcome_payouts, old.bet_count, old.part_bounds)
    and (v_step <> 'CLOSED -> CLOSED' or old.bet_count is not null or new.bet_count is null or new.part_bounds is null
      or coalesce(cardinality(new.selection_stakes), 0) <> 13 or coalesce(cardinality(new.outcome_payouts), 0) <> 10) then
    raise exception 'bets are counted once, when betting has closed' using errcode = 'restrict_violation';
  end if;

  if (new.decided_by, new.winning_number, new.seed, new.settlement_parts, new.decided_at)
    is distinct from (old.decided_by, old.winning_number, old.seed, old.settlement_parts, old.decided_at)
    and v_step <> 'CLOSED -> DECIDED' then
    raise exception 'an outcome never changes' using errcode = 'restrict_violation';
  end if;
  if v_step = 'CLOSED -> DECIDED' and (old.bet_count is null or new.decided_at is null or new.decided_at < old.ends_at
    or new.settlement_parts <> cardinality(old.part_bounds) + 1
    or new.decided_by <> (case when old.override_number is not null then 'OPERATOR'
                               when old.randomize then 'DRAW' else 'PROFIT_RULE' end)::decided_by) then
    raise exception 'a contest is decided at its end, by who was said to decide it' using errcode = 'restrict_violation';
  end if;

  if (new.total_stakes, new.total_payouts, new.settled_at)
    is distinct from (old.total_stakes, old.total_payouts, old.settled_at) and v_step <> 'DECIDED -> SETTLED' then
    raise exception 'totals come with the settlement and stay' using errcode = 'restrict_violation';
  end if;
  if v_step = 'DECIDED -> SETTLED' then
    perform refuse_unpaid(new);
  end if;
  return new;
end $$;
--> statement-breakpoint

-- Settled means: every part is paid, the totals are theirs and those counted before, and the contest's account is empty
-- (its remainder moved to or from the house).
create function refuse_unpaid(c contests) returns void language plpgsql as $$
declare
  v_parts int;
  v_bets int;
  v_stakes bigint;
  v_payouts bigint;
  v_moved bigint;
begin
  select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)
    into v_parts, v_bets, v_stakes, v_payouts
    from settlement_parts where contest_id = c.id;
  select coalesce(sum(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved
    from transfers where reference_id = c.id and kind = 'contest_result';
  if c.settled_at is null or v_parts <> c.settlement_parts or v_bets <> c.bet_count
    or c.total_stakes is distinct from v_stakes or c.total_payouts is distinct from v_payouts
    or v_stakes <> (select sum(s) from unnest(c.selection_stakes) s)
    or v_payouts <> c.outcome_payouts[c.winning_number + 1]
    or v_moved <> v_stakes - v_payouts then
    raise exception 'contest % is not fully paid', c.game_id using errcode = 'restrict_violation';
  end if;
end $$;
--> statement-breakpoint
create trigger contests_change before update on contests
  for each row execute function guard_contest_change();
--> statement-breakpoint
create trigger contests_kept before delete or truncate on contests
  for each statement execute function refuse_change();
--> statement-breakpoint

-- A chain only moves on and is retired once; its seeds are made once.
create function guard_chain_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.chain_id, new.game_type, new.length, new.anchor, new.created_at)
    is distinct from (old.id, old.chain_id, old.game_type, old.length, old.anchor, old.created_at)
    or new.next_index < old.next_index or (old.retired_at is not null and new.retired_at is distinct from old.retired_at) then
    raise exception 'a chain only moves on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger chains_change before update on chains
  for each row execute function guard_chain_change();
--> statement-breakpoint
create trigger chains_kept before delete or truncate on chains
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger chain_checkpoints_insert_only before update or delete or truncate on chain_checkpoints
  for each statement execute function refuse_change();
