import { and, asc, eq, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { inTransaction, rawQuery } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { obtainRound } from './beaconRounds.ts';
import { decideWithBeacon } from './decideContest.ts';
import { lockGame } from './gameLock.ts';
import type { GameType } from './gameTypes.ts';
import { waiting } from './waiting.ts';

/**
 * How long after its end a contest's own game looks for the beacon's round without a pause. Later it is one of the late contests
 * (lateContests.ts), for which the relays are asked more and more rarely.
 */
export const PROMPT_MS = 60_000;

/** A contest that has ended and waits for its beacon. */
export interface WaitingContest {
  id: bigint;
  gameType: GameType;
  endsAt: Date;
  beaconRound: number;
  /** Base addresses of the relays with which it opened. */
  beaconRelays: string[];
  /** Whether the root of its bets is out and, where it needs witnesses, a majority of them confirmed it in time. */
  decidable: boolean;
}

const decidable = sql<boolean>`(bets_root is not null and is_witnessed(contests))`;

/**
 * Contests of the game that have ended under version 2 of the draw and are neither decided nor void, oldest first: those for whose
 * beacon it is the first minute, and those to be made void.
 */
export function contestsThatWait(ctx: Context, gameType: GameType): Promise<WaitingContest[]> {
  const isPrompt = gt(contests.endsAt, new Date(ctx.now.getTime() - PROMPT_MS));
  return readWaiting(ctx, and(eq(contests.gameType, gameType), or(isPrompt, sql`not ${decidable}`)));
}

/** Contests of all games that have waited for the beacon for more than a minute, in the order of their ends. */
export function lateContests(ctx: Context): Promise<WaitingContest[]> {
  return readWaiting(ctx, and(lte(contests.endsAt, new Date(ctx.now.getTime() - PROMPT_MS)), decidable));
}

async function readWaiting(ctx: Context, which: SQL | undefined): Promise<WaitingContest[]> {
  authorize(ctx, 'contest:advance');
  const { id, gameType, endsAt, beaconRound, beaconRelays } = contests;
  const rows = await ctx.db
    .select({ id, gameType, endsAt, beaconRound, beaconRelays, decidable })
    .from(contests)
    .where(and(waiting, which))
    .orderBy(asc(endsAt), asc(id));
  return rows.flatMap((row) =>
    row.beaconRound === null ? [] : { ...row, beaconRound: row.beaconRound, beaconRelays: row.beaconRelays ?? [] },
  );
}

/**
 * Decides a contest once the beacon's round of its end is there, or makes it void when the root of its bets was not out or not
 * confirmed by its witnesses. A missing round of the beacon makes none void. Resolves when the contest is decided or void, at
 * the end of its first minute, or with the signal. `now` makes a context of the present instant.
 */
export async function awaitBeacon(now: () => Context, contest: WaitingContest, signal: AbortSignal): Promise<void> {
  if (!contest.decidable) return voidUnfair(now(), contest);
  const deadline = contest.endsAt.getTime() + PROMPT_MS;
  if (await obtainRound(now(), contest.beaconRound, { deadline, signal, relays: contest.beaconRelays })) {
    await decideWaiting(now(), contest);
  }
}

/** Decides a contest whose beacon's round is stored; does nothing where that is done. */
export async function decideWaiting(ctx: Context, { id, gameType }: WaitingContest): Promise<void> {
  authorize(ctx, 'contest:advance');
  const decided = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, gameType);
    return decideWithBeacon(tx, ctx, id);
  });
  if (decided) ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(id), phase: 'DECIDED' });
}

async function voidUnfair(ctx: Context, { id, gameType }: WaitingContest): Promise<void> {
  authorize(ctx, 'contest:advance');
  const voided = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, gameType);
    const [row] = await rawQuery<{ voided: boolean }>(
      tx,
      sql`select void_unfair_contest(${id}, ${ctx.now.toISOString()}) as voided`,
    );
    return row?.voided === true;
  });
  if (voided) ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(id), phase: 'VOIDED' });
}
