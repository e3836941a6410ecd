import { type SQL, sql } from 'drizzle-orm';
import { rawQuery, type Queryable } from '../../../db/client.ts';
import type { Finding } from './finding.ts';

/** Together they get back at least 70 % of their stakes whatever number wins, each alone less than 30 %. */
const TOGETHER_PERCENT = 70;
const ALONE_PERCENT = 30;
/** In at least so many rounds, and half of those in which the two, or two of the group, bet. */
const LEAST_ROUNDS = 5;
const LEAST_SHARE = 0.5;
/** A round counts for a group where such a pair has so much of what the group staked in it. */
const FOREMOST_PERCENT = 50;
/** A group above this is no ring; its pairs would be too many. */
const MAX_GROUP = 20;
const MAX_GAME_IDS = 5;

interface Row {
  number: number;
  players: bigint[];
  rounds: number;
  common_rounds: number;
  staked: bigint;
  game_ids: string[];
  first: Date;
  last: Date;
}

function isEnough(rounds: SQL, common: SQL): SQL {
  return sql`(${rounds} >= ${LEAST_ROUNDS} and ${rounds} >= ${common} * ${LEAST_SHARE}::float)`;
}

/**
 * Of groups of players who are linked otherwise, those in which pairs bet against each other, since an instant: in one
 * round, so that what one loses the other wins. Two of a group are found by the rounds that both of them played, whatever its other
 * players do; a group by the rounds that any two of it played. What a pair got back in a round limits what it can have hedged, so bets
 * are read only of groups whose results allow it.
 */
export async function oppositeBets(
  db: Queryable,
  groups: readonly (readonly bigint[])[],
  since: Date,
): Promise<Finding[]> {
  const distinct = [...new Map(groups.map((players) => [players.join(), players])).values()];
  const members = distinct
    .filter(({ length }) => length <= MAX_GROUP)
    .flatMap((players, number) => players.map((player) => ({ number, player: String(player) })));
  if (members.length === 0) return [];
  const rows = await rawQuery<Row>(
    db,
    sql`
      with members as materialized (
        select number, player from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (number int, player bigint)),
      played as materialized (
        select m.number, m.player, r.contest_id, r.bet_amount as stake, r.win_amount as won, r.settled_at
          from members m join contest_results r on r.player_id = m.player and r.settled_at >= ${since.toISOString()}),
      staked as (select number, contest_id, sum(stake) as stake from played group by number, contest_id),
      pairs as materialized (
        select a.number, a.contest_id, a.player as one, b.player as other, a.stake as one_stake, b.stake as other_stake,
               (a.won + b.won) * 100 >= (a.stake + b.stake) * ${TOGETHER_PERCENT} as possible, a.settled_at
          from played a join played b using (number, contest_id) where a.player < b.player),
      -- Rounds, not rows: one more player in a round makes more pairs of it.
      common as materialized (
        select number, count(distinct contest_id)::int as rounds,
               count(distinct contest_id) filter (where possible) as possible from pairs group by number),
      couples as materialized (
        select number, one, other, count(distinct contest_id)::int as rounds,
               count(distinct contest_id) filter (where possible) as possible from pairs group by number, one, other),
      returns as (
        select p.number, p.contest_id, p.one, p.other, p.one_stake, p.other_stake, p.settled_at, n.number as winning,
               sum(b.amount * t.basis_points[b.selection * 10 + n.number + 1]) filter (where b.player_id = p.one) as one_gets,
               sum(b.amount * t.basis_points[b.selection * 10 + n.number + 1]) filter (where b.player_id = p.other) as other_gets
          from pairs p join common using (number) join couples using (number, one, other)
          join contests c on c.id = p.contest_id
          join payout_tables t on t.id = c.payout_table_id
          join bets b on b.contest_id = p.contest_id and b.player_id in (p.one, p.other)
           and not exists (select from bet_cancellations x where x.bet_id = b.id)
         cross join generate_series(0, 9) n (number)
         where p.possible and (${isEnough(sql`common.possible`, sql`common.rounds`)} or ${isEnough(sql`couples.possible`, sql`couples.rounds`)})
         group by 1, 2, 3, 4, 5, 6, 7, 8),
      hedged as materialized (
        select number, contest_id, one, other, min(settled_at) as at, min(one_stake + other_stake) as staked
          from returns
         group by number, contest_id, one, other
        having min(one_gets + other_gets) >= min(one_stake + other_stake) * ${TOGETHER_PERCENT * 100}
           and min(one_gets) < min(one_stake) * ${ALONE_PERCENT * 100}
           and min(other_gets) < min(other_stake) * ${ALONE_PERCENT * 100}),
      -- What others of a group stake beside a pair of it is little; of many who bet as they like, two are often opposite by chance.
      foremost as materialized (
        select h.* from hedged h join staked s using (number, contest_id) where h.staked * 100 >= s.stake * ${FOREMOST_PERCENT}),
      against as (
        select number, player from foremost cross join lateral (values (one), (other)) v (player)
         group by number, player having count(distinct contest_id) > 1),
      of_groups as (
        select l.number, array(select player from against a where a.number = l.number order by player) as players,
               count(distinct l.contest_id)::int as rounds, min(c.rounds) as common_rounds, sum(l.staked)::bigint as staked,
               array_agg(distinct l.contest_id) as contests, min(l.at) as first, max(l.at) as last
          from foremost l join common c using (number)
         group by l.number
        having ${isEnough(sql`count(distinct l.contest_id)`, sql`min(c.rounds)`)}),
      of_couples as (
        select h.number, array[h.one, h.other] as players, count(distinct h.contest_id)::int as rounds, min(c.rounds) as common_rounds,
               sum(h.staked)::bigint as staked, array_agg(distinct h.contest_id) as contests, min(h.at) as first, max(h.at) as last
          from hedged h join couples c using (number, one, other)
         group by h.number, h.one, h.other
        having ${isEnough(sql`count(distinct h.contest_id)`, sql`min(c.rounds)`)}),
      found as (
        select * from of_groups where cardinality(players) > 1
        union all
        select * from of_couples p
         where not exists (select from of_groups g where g.number = p.number and g.players @> p.players))
      select number, players, rounds, common_rounds, staked, first, last,
             array(select game_id from contests where id = any (contests) order by id desc limit ${MAX_GAME_IDS}) as game_ids
        from found`,
  );
  return withoutRepeats(rows.map(findingOf));
}

function findingOf(row: Row): Finding {
  return {
    kind: 'oppositeBets',
    cause: row.players.join(),
    players: row.players,
    evidence: {
      rounds: row.rounds,
      commonRounds: row.common_rounds,
      staked: String(row.staked),
      gameIds: row.game_ids,
    },
    firstSeenAt: row.first,
    lastSeenAt: row.last,
  };
}

/** Several groups may hold the same players. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.cause, finding])).values()];
}
