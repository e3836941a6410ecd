import { and, eq, isNull, sql } from 'drizzle-orm';
import { contests } from '../../../db/schema/contests.ts';
import { lockUntilRound } from '../../platform/beacon/timelock.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { seedToLock } from './chains.ts';
import type { GameType } from './gameTypes.ts';

/**
 * Publishes the seed of the game's open contest, encrypted to the beacon's round of its end, so that nobody can withhold it
 * then. Right after the opening, which would otherwise wait for the encryption; a contest without it when betting closes
 * becomes void. Does nothing under version 1 of the draw, or once it is done.
 */
export async function lockSeed(ctx: Context, gameType: GameType): Promise<void> {
  authorize(ctx, 'contest:advance');
  if (ctx.beacon === null) return;
  const [contest] = await ctx.db
    .select({ id: contests.id, chainIndex: contests.chainIndex, beaconRound: contests.beaconRound })
    .from(contests)
    .where(
      and(
        eq(contests.gameType, gameType),
        eq(contests.state, 'OPEN'),
        eq(contests.drawVersion, 2),
        isNull(contests.timelock),
      ),
    );
  if (!contest || contest.beaconRound === null) return;
  const seed = await seedToLock(ctx, contest);
  if (seed === null) return;
  const timelock = await lockUntilRound(ctx.beacon.chain, contest.beaconRound, seed);
  await ctx.db.execute(sql`select set_timelock(${contest.id}, ${timelock})`);
}
