import { sql, type SQL } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { chunkOf, hasBit, instant, playersOfRounds } from './activitySql.ts';
import { startOf } from './calendar.ts';
import { coverByDays, type DayCover, type Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { activityScopes, type ActivityScope } from './scopes.ts';

/** Distinct players. */
export interface ActivePlayerStats {
  /** Made an authenticated call; a range counts from the half hour in which it begins. */
  activeOnPlatform: number;
  /** Had bets in rounds, of any game, that ended in the range and are settled. */
  activeInBetting: number;
  activeInSapreHalf: number;
  activeInSapreOne: number;
  activeInSapreThree: number;
}

/**
 * How many players were active in a range, for admins. Nearly all of any range is answered by the bitmaps of its whole
 * hours and days: the bits set in their OR. The rows of the rest add whoever has no bit there.
 */
export async function activePlayerStats(ctx: Context, range: DateRange): Promise<ActivePlayerStats> {
  authorize(ctx, 'stats:read');
  const span = readRange(range);
  return inTransaction(ctx.db, async (tx) => {
    // Workers would take longer to start than all of it takes, and would take their cores from bets.
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
    return statsFrom(await countPlayers(tx, span));
  });
}

async function countPlayers(tx: Tx, span: Span): Promise<ReadonlyMap<string, number>> {
  const folds = await rawQuery<{ scope: ActivityScope; folded_until: Date }>(
    tx,
    sql`select scope, folded_until from activity_folds`,
  );
  const foldedUntil = new Map(folds.map((fold) => [fold.scope, fold.folded_until.getTime()]));
  const covers = activityScopes.map((scope) => ({ scope, ...coverOf(scope, span, foldedUntil.get(scope)) }));
  const folded = covers.flatMap(({ scope, days, hours }) => [
    ...days.map((part) => foldedPlayers(scope, 'day', part)),
    ...hours.map((part) => foldedPlayers(scope, 'hour', part)),
  ]);
  const rest = covers.flatMap(({ scope, rest }) => rest.map((part) => unfoldedPlayers(scope, part)));

  const counts = await rawQuery<{ scope: string; players: bigint }>(
    tx,
    sql`
      with folded as materialized (
        select scope, chunk, bit_or(players) as players from (${unionOf(folded, noFoldedPlayers)}) parts
         group by scope, chunk),
      any_game as materialized (
        select chunk, bit_or(players) as players from folded where scope <> 'platform' group by chunk),
      rest as materialized (
        select distinct scope, player_id, ${chunkOf(sql`player_id`)} as chunk from (${unionOf(rest, noPlayers)}) parts)
      select scope, sum(counted)::bigint as players
        from (select scope, bit_count(players) as counted from folded
              union all
              select r.scope, count(*) from rest r left join folded f on f.scope = r.scope and f.chunk = r.chunk
               where f.chunk is null or not ${hasBit(sql`f.players`, sql`r.player_id`)} group by r.scope
              union all
              select 'betting', bit_count(players) from any_game
              union all
              select 'betting', count(distinct r.player_id) from rest r left join any_game g on g.chunk = r.chunk
               where r.scope <> 'platform' and (g.chunk is null or not ${hasBit(sql`g.players`, sql`r.player_id`)})) parts
       group by scope`,
  );
  return new Map(counts.map(({ scope, players }) => [scope, Number(players)]));
}

function statsFrom(counts: ReadonlyMap<string, number>): ActivePlayerStats {
  const of = (scope: ActivityScope | 'betting') => counts.get(scope) ?? 0;
  return {
    activeOnPlatform: of('platform'),
    activeInBetting: of('betting'),
    activeInSapreHalf: of('sapreHalf'),
    activeInSapreOne: of('sapreOne'),
    activeInSapreThree: of('sapreThree'),
  };
}

function coverOf(scope: ActivityScope, { from, to }: Span, foldedUntil = from): DayCover {
  return coverByDays({ from: scope === 'platform' ? startOf('halfHour', from) : from, to }, foldedUntil);
}

const noFoldedPlayers = sql`select scope::text, chunk, players from activity_bitmaps where false`;

/** Rows (scope, chunk, players) of the bitmaps of a span of whole hours or days. */
function foldedPlayers(scope: ActivityScope, grain: 'hour' | 'day', { from, to }: Span): SQL {
  return sql`
    select scope::text, chunk, players from activity_bitmaps
     where scope = ${scope} and grain = ${grain} and starts_at >= ${instant(from)} and starts_at < ${instant(to)}`;
}

const noPlayers = sql`select scope::text, null::bigint as player_id from activity_bitmaps where false`;

/** Rows (scope, player_id) of everybody active in a span, from what happened itself. */
function unfoldedPlayers(scope: ActivityScope, { from, to }: Span): SQL {
  const players =
    scope === 'platform'
      ? sql`select player_id from player_sightings
             where half_hour >= ${instant(from)} and half_hour < ${instant(to)} and first_seen_at < ${instant(to)}`
      : playersOfRounds(scope, instant(from), instant(to));
  return sql`select ${scope}::text as scope, player_id from (${players}) seen`;
}

/** All of these rows; those of `none`, which are none, give the answer its shape where there is nothing to ask. */
function unionOf(queries: readonly SQL[], none: SQL): SQL {
  return sql.join([none, ...queries], sql` union all `);
}
