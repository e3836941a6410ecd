import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { obtainRound, storedRound } from './beaconRounds.ts';
import { decideWithBeacon } from './decideContest.ts';
import { lockGame } from './gameLock.ts';
import type { GameType } from './gameTypes.ts';

/** How long after its end a contest waits for the beacon's round (also in guard_contest_change). */
const BEACON_WAIT_MS = 60_000;

/** A contest that has ended and waits for its beacon. */
export interface WaitingContest {
  id: bigint;
  gameType: GameType;
  endsAt: Date;
  beaconRound: number | null;
  betsRoot: Buffer | null;
  /** Whether a majority of its witnesses confirmed that root in time, or it needs none. */
  witnessed: boolean;
}

/** Contests of the game that have ended under version 2 of the draw and are neither decided nor void, oldest first. */
export async function contestsThatWait(ctx: Context, gameType: GameType): Promise<WaitingContest[]> {
  authorize(ctx, 'contest:advance');
  const { id, endsAt, beaconRound, betsRoot } = contests;
  const witnessed = sql<boolean>`is_witnessed(contests)`;
  return ctx.db
    .select({ id, gameType: contests.gameType, endsAt, beaconRound, betsRoot, witnessed })
    .from(contests)
    .where(and(eq(contests.gameType, gameType), eq(contests.state, 'CLOSED'), isNotNull(contests.seed)))
    .orderBy(asc(id));
}

/**
 * Decides a contest once the beacon's round of its end is there; makes it void when that has not come within 60 s, or when
 * the root of its bets was not out or not confirmed by its witnesses. Resolves when the contest is decided or void, or with the signal. `now` makes a context
 * of the present instant.
 */
export async function awaitBeacon(now: () => Context, contest: WaitingContest, signal: AbortSignal): Promise<void> {
  const { id, gameType, beaconRound, betsRoot, witnessed } = contest;
  const deadline = contest.endsAt.getTime() + BEACON_WAIT_MS;
  const round = betsRoot === null || !witnessed ? null : beaconRound;
  if (round !== null) await obtainRound(now(), round, { deadline, signal });
  if (signal.aborted) return;
  const ctx = now();
  authorize(ctx, 'contest:advance');
  const phase = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, gameType);
    const stored = round === null ? null : await storedRound(tx, round);
    if (stored !== null && stored.receivedAt.getTime() <= deadline) {
      return (await decideWithBeacon(tx, ctx, id)) ? 'DECIDED' : null;
    }
    const [row] = await rawQuery<{ voided: boolean }>(
      tx,
      sql`select void_unfair_contest(${id}, ${ctx.now.toISOString()}) as voided`,
    );
    return row?.voided === true ? 'VOIDED' : null;
  });
  if (phase !== null) ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(id), phase });
}
