import { sql, type SQL } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { bitOf, chunkOf, instant, playersOfRounds } from './activitySql.ts';
import { startOf } from './calendar.ts';
import { cover, type Span } from './cover.ts';
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
 * hours and days (bits set in their OR), the edges and what is not folded yet by rows.
 */
export async function activePlayerStats(ctx: Context, range: DateRange): Promise<ActivePlayerStats> {
  authorize(ctx, 'stats:read');
  const span = readRange(range);
  const folds = await rawQuery<{ scope: ActivityScope; folded_until: Date }>(
    ctx.db,
    sql`select scope, folded_until from activity_folds`,
  );
  const foldedUntil = new Map(folds.map((fold) => [fold.scope, fold.folded_until.getTime()]));
  const parts = activityScopes.flatMap((scope) => partsOf(scope, span, foldedUntil.get(scope) ?? span.from));
  if (parts.length === 0) return statsFrom(new Map());

  const counts = await rawQuery<{ scope: string; players: bigint }>(
    ctx.db,
    sql`
      with active as materialized (
        select scope, chunk, bit_or(players) as players from (${sql.join(parts, sql` union all `)}) parts
         group by scope, chunk)
      select scope, sum(bit_count(players))::bigint as players from active group by scope
      union all
      select 'betting', sum(bit_count(players))::bigint
        from (select bit_or(players) as players from active where scope <> 'platform' group by chunk) any_game`,
  );
  return statsFrom(new Map(counts.map(({ scope, players }) => [scope, Number(players)])));
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

/** Queries for rows (scope, chunk, players) that together hold everybody active in the span. */
function partsOf(scope: ActivityScope, span: Span, foldedUntil: number): SQL[] {
  const from = scope === 'platform' ? startOf('halfHour', span.from) : span.from;
  const { days, hours, rest } = cover({ from, to: span.to }, foldedUntil);
  return [
    ...days.map((part) => foldedPlayers(scope, 'day', part)),
    ...hours.map((part) => foldedPlayers(scope, 'hour', part)),
    ...rest.map((part) => unfoldedPlayers(scope, part)),
  ];
}

function foldedPlayers(scope: ActivityScope, grain: 'hour' | 'day', { from, to }: Span): SQL {
  return sql`
    select scope::text, chunk, players from activity_bitmaps
     where scope = ${scope} and grain = ${grain} and starts_at >= ${instant(from)} and starts_at < ${instant(to)}`;
}

function unfoldedPlayers(scope: ActivityScope, { from, to }: Span): SQL {
  const players =
    scope === 'platform'
      ? sql`select player_id from player_sightings
             where half_hour >= ${instant(from)} and half_hour < ${instant(to)} and first_seen_at < ${instant(to)}`
      : playersOfRounds(scope, instant(from), instant(to));
  return sql`
    select ${scope}::text as scope, ${chunkOf(sql`player_id`)} as chunk, ${bitOf(sql`player_id`)} as players
      from (select distinct player_id from (${players}) seen) active`;
}
