-- The public log's entry of a step of a contest, a line of JSON with its keys in this order
-- (server/domain/publicLog/README.md#the-public-log). It depends only on what never changes after that step, so that the audit
-- makes it again, and, of a decision, on the checkpoints by which witnesses confirmed its root, which are not kept.
create or replace function contest_log_entry(c contests, p_type text, p_checkpoints text[]) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select case p_type
    -- Rounds from before relays were kept were void 60 s after their end without the beacon's number.
    when 'opened' then (select case when c.beacon_relays is null then row_to_json(e)
             else (left(row_to_json(e)::text, -1) || ',"waitsForBeacon":true}')::json end from (
      select 1 as v, p_type as type, c.game_id as "gameId", c.number, instant_text(c.starts_at) as "startsAt",
             instant_text(c.closes_at) as "evaluationTime", instant_text(c.ends_at) as "endsAt",
             'colour-pf/' || c.draw_version as "drawVersion",
             (select chain_id from chains where id = c.chain_id) as "chainId", c.chain_index as "chainIndex",
             encode(c.commitment, 'hex') as commitment, c.beacon_round as "beaconRound", c.randomize,
             c.profitability_level as "profitabilityLevel", c.rule_version as "ruleVersion",
             c.payout_table_id as "payoutTable", c.witness_set_id as witnesses) e)
    when 'timelock' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", c.timelock) e)
    when 'betsRoot' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", encode(c.bets_root, 'hex') as "betsRoot") e)
    when 'decided' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", c.decided_by as "decidedBy", c.winning_number as "winningNumber",
             encode(c.seed, 'hex') as seed, encode(c.bets_root, 'hex') as "betsRoot", c.beacon_round as "beaconRound",
             (select encode(signature, 'hex') from beacon_rounds where round = c.beacon_round) as "beaconSignature",
             c.bet_count as bets,
             (select rupees_text(sum(stakes)::bigint) from unnest(c.selection_stakes) stakes) as stakes,
             (select array_agg(rupees_text(payouts) order by number)
                from unnest(c.outcome_payouts) with ordinality o(payouts, number)) as "payoutsByNumber",
             case when c.decided_by = 'OPERATOR' then
               (select a.reason from audit_log a where a.subject_type = 'contest' and a.subject = c.game_id
                   and a.action = 'contest:override' order by a.id desc limit 1) end as reason,
             
             p_checkpoints as checkpoints, instant_text(c.decided_at) as "decidedAt") e)
    when 'void' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", c.voided_by is not null as "byOperator", c.void_reason as reason,
             instant_text(c.voided_at) as "voidedAt") e)
    when 'seed' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", encode(c.seed, 'hex') as seed) e)
    when 'settled' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", rupees_text(c.total_stakes) as stakes,
             rupees_text(c.total_payouts) as payouts, instant_text(c.settled_at) as "settledAt") e)
    when 'refunded' then (select row_to_json(e) from (
      select 1 as v, p_type as type, c.game_id as "gameId", instant_text(c.settled_at) as "settledAt") e)
  end::text
$$;
