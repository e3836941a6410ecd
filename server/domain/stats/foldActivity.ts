import { sql, type SQL } from 'drizzle-orm';
import { inTransaction, rawQuery, type Tx } from '../../../db/client.ts';
import type { GameType } from '../contests/gameTypes.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { bitOf, chunkOf, hourOf, instant, playersOfRounds } from './activitySql.ts';
import { nextStartOf, startOf } from '../ground/values/calendar.ts';
import type { Span } from './cover.ts';
import { roundsOfPlayers } from './roundsOfPlayers.ts';
import { activityScopes, type ActivityScope } from './scopes.ts';

/** Sightings are written shortly after they happen, so an hour of the platform is folded this long after its end. */
const SIGHTINGS_SETTLE_MS = 5 * 60_000;

/**
 * Folds every hour that is over, and in which no round waits to be settled, into the bitmaps of active players and the
 * counts of draws; whole days too. Safe on many servers at once and to repeat: each scope stores its progress, and is
 * folded by one server at a time.
 */
export async function foldActivity(ctx: Context): Promise<void> {
  authorize(ctx, 'activity:fold');
  for (const scope of activityScopes) {
    while (await foldNextDay(ctx, scope));
  }
}

/**
 * Folds what is over, up to the end of the next day in which something happened. Returns whether there may be more.
 */
function foldNextDay(ctx: Context, scope: ActivityScope): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const foldedUntil = await lockFoldedUntil(tx, scope);
    if (foldedUntil === null) return false;
    const complete = startOf('hour', await completeUntil(tx, scope, ctx.now.getTime()));
    const from = Math.min(complete, await startOfActivity(tx, scope, foldedUntil));
    const midnight = nextStartOf('day', from + 1);
    const to = Math.min(midnight, complete);
    if (to <= foldedUntil) return false;

    await (scope === 'platform' ? foldSightings(tx, { from, to }) : foldRounds(tx, scope, { from, to }));
    if (to === midnight) await foldDay(tx, scope, { from: startOf('day', from), to });
    await tx.execute(
      sql`update activity_folds set folded_until = ${instant(to)} where scope = ${scope}::activity_scope`,
    );
    return to === midnight;
  });
}

/**
 * The instant up to which the scope is folded, locked for this transaction; null as long as nothing has happened in it.
 */
async function lockFoldedUntil(tx: Tx, scope: ActivityScope): Promise<number | null> {
  await tx.execute(sql`
    insert into activity_folds (scope, folded_until)
    select ${scope}::activity_scope, ${hourOf(sql`first.at`)} from (${firstOf(scope)}) first where first.at is not null
    on conflict do nothing`);
  const [fold] = await rawQuery<{ folded_until: Date }>(
    tx,
    sql`select folded_until from activity_folds where scope = ${scope}::activity_scope for update`,
  );
  return fold?.folded_until.getTime() ?? null;
}

/**
 * Where folding goes on: at `foldedUntil`, or at the midnight of the first day after it in which something happened, so that
 * months without rounds take one step; infinite when nothing has happened since.
 */
async function startOfActivity(tx: Tx, scope: ActivityScope, foldedUntil: number): Promise<number> {
  // The day bitmap of a day that is folded in part is still to be made.
  if (startOf('day', foldedUntil) !== foldedUntil) return foldedUntil;
  const [first] = await rawQuery<{ at: Date | null }>(tx, firstOf(scope, instant(foldedUntil)));
  return first?.at ? startOf('day', first.at.getTime()) : Infinity;
}

/** Selects as `at` the first half hour with a sighting, or end of a round, at or after `since`. */
function firstOf(scope: ActivityScope, since = sql`'-infinity'`): SQL {
  return scope === 'platform'
    ? sql`select min(half_hour) as at from player_sightings where half_hour >= ${since}`
    : sql`select min(ends_at) as at from contests where game_type = ${scope} and ends_at >= ${since}`;
}

/** The instant before which nothing can be added any more. */
async function completeUntil(tx: Tx, scope: ActivityScope, now: number): Promise<number> {
  if (scope === 'platform') return now - SIGHTINGS_SETTLE_MS;
  const [unsettled] = await rawQuery<{ at: Date | null }>(
    tx,
    sql`select min(ends_at) as at from contests where game_type = ${scope} and state <> 'SETTLED' and settled_at is null`,
  );
  return Math.min(now, unsettled?.at?.getTime() ?? now);
}

async function foldSightings(tx: Tx, { from, to }: Span): Promise<void> {
  await tx.execute(sql`
    insert into activity_bitmaps (scope, grain, starts_at, chunk, players)
    select 'platform', 'hour', hour, ${chunkOf(sql`player_id`)}, bit_or(${bitOf(sql`player_id`)})
      from (select distinct player_id, ${hourOf(sql`half_hour`)} as hour from player_sightings
             where half_hour >= ${instant(from)} and half_hour < ${instant(to)}) seen
     group by 3, 4`);
}

async function foldRounds(tx: Tx, gameType: GameType, { from, to }: Span): Promise<void> {
  await tx.execute(sql`
    insert into hourly_draws (game_type, hour, decided_by, winning_number, contest_count, stakes, payouts, payout_variance)
    select ${gameType}::game_type, ${hourOf(sql`ends_at`)}, decided_by, winning_number, count(*), sum(stakes), sum(payouts),
           sum(variance)
      from (${roundsOfPlayers(gameType, { from, to })}) rounds
     group by 1, 2, 3, 4`);
  await tx.execute(sql`
    insert into activity_bitmaps (scope, grain, starts_at, chunk, players)
    select ${gameType}, 'hour', hour, ${chunkOf(sql`player_id`)}, bit_or(${bitOf(sql`player_id`)})
      from (select distinct player_id, hour from (${playersOfRounds([gameType], instant(from), instant(to))}) results) active
     group by 3, 4`);
}

async function foldDay(tx: Tx, scope: ActivityScope, { from, to }: Span): Promise<void> {
  await tx.execute(sql`
    insert into activity_bitmaps (scope, grain, starts_at, chunk, players)
    select scope, 'day', ${instant(from)}, chunk, bit_or(players) from activity_bitmaps
     where scope = ${scope}::activity_scope and grain = 'hour'
       and starts_at >= ${instant(from)} and starts_at < ${instant(to)}
     group by scope, chunk`);
}
