-- Rules of a new contest, for every role: it continues its game's sequence and chain, with the published values they
-- imply.

create or replace function guard_new_contest() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last contests;
  v_chain chains;
  v_published bytea;
begin
  if is_paused(new.game_type::text::pause_scope) then
    raise exception 'a paused game opens no contest' using errcode = 'restrict_violation';
  end if;

  if new.rule_version <> 2 then
    raise exception 'contests open under version 2 of the profit rule' using errcode = 'restrict_violation';
  end if;

  if new.state <> 'OPEN' or new.override_number is not null or new.voided_at is not null or new.held_until is not null
    or num_nonnulls(new.override_proposed_by, new.void_proposed_by) > 0 or new.closed_at is not null
    or new.selection_stakes is not null or new.outcome_payouts is not null or new.bet_count is not null
    or new.part_bounds is not null or new.decided_at is not null
    or num_nonnulls(new.timelock, new.bets_root, new.seed) > 0 or new.seed_lost
    or new.total_stakes is not null or new.total_payouts is not null or new.settled_at is not null then
    raise exception 'a contest begins open' using errcode = 'restrict_violation';
  end if;

  -- Quicknet's genesis and period. An earlier round might be known while bets are taken.
  if new.beacon_round is not null and to_timestamp(1692803367 + (new.beacon_round - 1) * 3) <> new.ends_at then
    raise exception 'a contest takes the beacon''s round of its end' using errcode = 'restrict_violation';
  end if;

  select * into v_last from contests where game_type = new.game_type order by number desc limit 1;
  if new.number <> coalesce(v_last.number, 0) + 1 or new.slot <= coalesce(v_last.slot, -1) then
    raise exception 'contests of a game are numbered without gaps, in the order of their slots' using errcode = 'restrict_violation';
  end if;
  if v_last.id is not null and v_last.seed is null and not v_last.seed_lost then
    raise exception 'the contest before is not over' using errcode = 'restrict_violation';
  end if;

  -- Servers follow the database's clock within the error of their measurement.
  if new.starts_at > db_now() + interval '100 milliseconds' then
    raise exception 'a contest opens at its start, not before' using errcode = 'restrict_violation';
  end if;

  -- The commitment is s_{n-1}. It may be public only because the contest that used it has ended.
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

create or replace trigger contests_begin before insert on contests
  for each row execute function guard_new_contest();
