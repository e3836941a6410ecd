import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { beaconRounds, contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { obtainRound } from './beaconRounds.ts';

/** A void contest's round is not looked for any more a week after it became so. */
const MISSED_FOR_MS = 7 * 86_400_000;
const FETCH_TIMEOUT_MS = 5_000;

/**
 * Fetches the beacon's rounds that contests did without, which became void: their pages then show the number they would have
 * had.
 */
export async function fetchMissedRounds(ctx: Context, signal: AbortSignal): Promise<void> {
  authorize(ctx, 'contest:advance');
  const missed = await ctx.db
    .selectDistinct({ round: contests.beaconRound, relays: contests.beaconRelays })
    .from(contests)
    .leftJoin(beaconRounds, eq(beaconRounds.round, contests.beaconRound))
    .where(
      and(
        eq(contests.state, 'VOID'),
        isNotNull(contests.voidedAt),
        isNotNull(contests.betsRoot),
        gt(contests.voidedAt, new Date(ctx.now.getTime() - MISSED_FOR_MS)),
        isNull(beaconRounds.signature),
      ),
    );
  for (const { round, relays } of missed) {
    if (round === null || ctx.beacon?.isReachable !== true) return;
    await obtainRound(ctx, round, {
      deadline: ctx.clock.now() + FETCH_TIMEOUT_MS,
      signal,
      relays: relays ?? [],
    });
  }
}
