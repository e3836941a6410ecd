import { sql, type SQL } from 'drizzle-orm';
import { preparedQuery, rawQuery, type Db } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { reportRead } from '../ground/database/reportReads.ts';
import { bitOf, chunkOf, hasBit, instant, playersOfRounds } from './activitySql.ts';
import { startOf } from '../ground/values/calendar.ts';
import { coverByDays, type DayCover, type Span } from './cover.ts';
import { readRange, type DateRange } from './range.ts';
import { activityScopes, type ActivityScope } from './scopes.ts';

/** Distinct players. */
export interface ActivePlayerStats {
  /** Made an authenticated call; a range counts from the start of the half hour in which it begins. */
  activeOnPlatform: number;
  /** Had bets in rounds, of any game, that ended in the range and are settled. */
  activeInBetting: number;
  activeInSapreHalf: number;
  activeInSapreOne: number;
  activeInSapreThree: number;
}

/**
 * Number of players active in a range, for admins. Most of a range is answered by the bitmaps of its whole hours and
 * days: the bits set in their OR. The rows of the remainder add players without a bit there.
 */
export async function activePlayerStats(
  ctx: Context,
  range: DateRange,
  read: (span: Span) => Promise<ActivePlayerStats> = (span) => activeIn(ctx, [span]).then(([stats]) => given(stats)),
): Promise<ActivePlayerStats> {
  authorize(ctx, 'stats:read');
  return read(readRange(range));
}

/** The same in each of these spans, in their order, by two statements in all. Callers check who may read it. */
export async function activeIn(ctx: Context, spans: readonly Span[]): Promise<ActivePlayerStats[]> {
  const counts = await reportRead(ctx, ({ db }) => countPlayers(db, spans));
  return spans.map((_, index) => statsFrom(counts.filter(({ span }) => span === index)));
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a span was not read');
  return value;
}

interface Count {
  span: number;
  scope: string;
  players: bigint;
}

async function countPlayers(db: Db, spans: readonly Span[]): Promise<Count[]> {
  const folds = await rawQuery<{ scope: ActivityScope; folded_until: Date }>(
    db,
    sql`select scope, folded_until from activity_folds`,
  );
  const foldedUntil = new Map(folds.map((fold) => [fold.scope, fold.folded_until.getTime()]));
  const covers = spans.flatMap((span, index) =>
    activityScopes.map((scope) => ({ index, scope, ...coverOf(scope, span, foldedUntil.get(scope)) })),
  );
  const folded = [
    ...bySpan(covers, 'days').map((part) => foldedPlayers('day', part)),
    ...bySpan(covers, 'hours').map((part) => foldedPlayers('hour', part)),
  ];
  const rest = bySpan(covers, 'rest').flatMap(unfoldedPlayers);
  return preparedQuery<Count>(
    db,
    'active_players',
    sql`
      with folded as materialized (
        select span, scope, chunk, bit_or(players) as players from (${unionOf(folded, noBitmap)}) parts
         group by span, scope, chunk),
      -- Bits that are in none of those before: no player is counted twice.
      added as (
        select r.span, r.scope, r.chunk, bit_or(${bitOf(sql`r.player_id`)}) as players
          from (select span, scope, player_id, ${chunkOf(sql`player_id`)} as chunk from (${unionOf(rest, nobody)}) parts) r
          left join folded f on f.span = r.span and f.scope = r.scope and f.chunk = r.chunk
         where f.chunk is null or not ${hasBit(sql`f.players`, sql`r.player_id`)}
         group by r.span, r.scope, r.chunk),
      active as materialized (select * from folded union all select * from added)
      select span, scope, sum(bit_count(players))::bigint as players from active group by span, scope
      union all
      select span, 'betting', sum(bit_count(players))::bigint
        from (select span, bit_or(players) as players from active where scope <> 'platform' group by span, chunk) any_game
       group by span`,
  );
}

function statsFrom(counts: readonly Count[]): ActivePlayerStats {
  const of = (scope: ActivityScope | 'betting') => Number(counts.find((count) => count.scope === scope)?.players ?? 0n);
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

/** A part of a span, and the scopes it applies to. */
interface SharedSpan extends Span {
  /** The place of the span among those that are asked for. */
  index: number;
  scopes: ActivityScope[];
}

/** The spans of one kind in all covers. Most are common to several scopes, which then share a query. */
function bySpan(
  covers: readonly (DayCover & { index: number; scope: ActivityScope })[],
  kind: keyof DayCover,
): SharedSpan[] {
  const spans = new Map<string, SharedSpan>();
  for (const { index, scope, [kind]: parts } of covers) {
    for (const part of parts) {
      const key = `${index}: ${part.from}-${part.to}`;
      const span = spans.get(key) ?? { ...part, index, scopes: [] };
      span.scopes.push(scope);
      spans.set(key, span);
    }
  }
  return [...spans.values()];
}

const noBitmap = sql`select 0 as span, scope::text, chunk, players from activity_bitmaps where false`;

/** Rows (span, scope, chunk, players) of the bitmaps of a span of whole hours or days. */
function foldedPlayers(grain: 'hour' | 'day', { index, scopes, from, to }: SharedSpan): SQL {
  return sql`
    select ${index}::int, scope::text, chunk, players from activity_bitmaps
     where scope in ${scopes} and grain = ${grain} and starts_at >= ${instant(from)} and starts_at < ${instant(to)}`;
}

const nobody = sql`select 0 as span, scope::text, null::bigint as player_id from activity_bitmaps where false`;

/** Rows (span, scope, player_id) of all players active in a span, from the events themselves. */
function unfoldedPlayers({ index, scopes, from, to }: SharedSpan): SQL[] {
  const games = scopes.filter((scope) => scope !== 'platform');
  const sightings = sql`
    select ${index}::int, 'platform' as scope, player_id from player_sightings
     where half_hour >= ${instant(from)} and half_hour < ${instant(to)} and first_seen_at < ${instant(to)}`;
  const bettors = sql`
    select ${index}::int, game_type::text as scope, player_id from (${playersOfRounds(games, instant(from), instant(to))}) results`;
  return [...(scopes.includes('platform') ? [sightings] : []), ...(games.length > 0 ? [bettors] : [])];
}

/** All of these rows; the empty query `none` gives the result its columns when there is nothing to query. */
function unionOf(queries: readonly SQL[], none: SQL): SQL {
  return sql.join([none, ...queries], sql` union all `);
}
