import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Paise } from '../../../db/columns.ts';
import type { Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { storedRound } from './beaconRounds.ts';
import { seedOf } from './chains.ts';
import { appearanceOrder } from './draw.ts';
import type { GameType } from './gameTypes.ts';
import { decideOutcome, totalOf } from './rules.ts';

type Contest = typeof contests.$inferSelect;

/**
 * Ends the game's contest whose end has come: publishes its seed, and decides it unless it is void or waits for its beacon
 * (version 2 of the draw). Returns its id where that decided it or published the seed of a void one, else null. The caller
 * has locked the game.
 */
export async function endContest(tx: Tx, ctx: Context, gameType: GameType): Promise<bigint | null> {
  const [contest] = await tx
    .select()
    .from(contests)
    .where(and(eq(contests.gameType, gameType), unended, lte(contests.endsAt, ctx.now)))
    .orderBy(asc(contests.number))
    .limit(1);
  if (!contest) return null;
  const seed = await seedOf(tx, ctx, contest);
  if (contest.state === 'VOID') {
    await tx.execute(sql`select publish_void_seed(${contest.id}, ${seed}, ${ctx.now.toISOString()})`);
    return contest.id;
  }
  if (contest.drawVersion === 2) {
    await tx.execute(sql`select publish_ended_seed(${contest.id}, ${seed})`);
    return null;
  }
  await decideContest(tx, ctx, contest, appearanceOrder(seed, gameType, contest.gameId), seed);
  return contest.id;
}

/**
 * Decides an ended contest whose beacon's round is stored. False when it is decided or void already. The caller has locked
 * the game.
 */
export async function decideWithBeacon(tx: Tx, ctx: Context, contestId: bigint): Promise<boolean> {
  const [contest] = await tx
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), eq(contests.state, 'CLOSED')));
  if (!contest) return false;
  const { gameType, gameId, seed, betsRoot, beaconRound } = contest;
  const stored = beaconRound === null ? null : await storedRound(tx, beaconRound);
  if (seed === null || betsRoot === null || beaconRound === null || stored === null)
    throw new Error(`contest ${gameId} has no seed, no root of its bets or no randomness`);
  const order = appearanceOrder(seed, gameType, gameId, { betsRoot, beaconRound, randomness: stored.randomness });
  await decideContest(tx, ctx, contest, order, seed);
  return true;
}

/** Stores a contest's number, its seed and the number of its settlement parts. */
async function decideContest(
  tx: Tx,
  ctx: Context,
  contest: Contest,
  appearanceOrder: number[],
  seed: Buffer,
): Promise<void> {
  const { id, selectionStakes, outcomePayouts } = contest;
  if (selectionStakes === null || outcomePayouts === null)
    throw new Error(`contest ${contest.gameId} has not been counted`);
  const { decidedBy, winningNumber } = decideOutcome({
    ...contest,
    totalStakes: totalOf(selectionStakes),
    outcomePayouts: outcomePayouts as Paise[],
    appearanceOrder,
  });
  await tx.execute(
    sql`select decide_contest(${id}, ${decidedBy}::decided_by, ${winningNumber}::smallint, ${seed}, ${ctx.now.toISOString()})`,
  );
}

const unended = or(
  and(eq(contests.state, 'CLOSED'), isNull(contests.seed)),
  and(eq(contests.state, 'VOID'), isNull(contests.decidedAt)),
);
