import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { closeContest } from './closeContest.ts';
import { endContest } from './decideContest.ts';
import { lockGame } from './gameLock.ts';
import { type GameType, type Slot, slotAt } from './gameTypes.ts';
import { openContest } from './openContest.ts';

/**
 * Advances a game to `ctx.now`: closes betting, decides what has ended (of a void contest, and of one that waits for its
 * beacon: publishes its seed) and opens the slot's contest in the same transaction. Contests left over from before the previous slot (an outage) are decided and paid first, by `payFirst`,
 * a parameter because settlement is part of the bets context. Does nothing when nothing is due, so that any number of
 * servers may call it at any time.
 */
export async function advanceGame(
  ctx: Context,
  gameType: GameType,
  payFirst: (contestId: bigint) => Promise<void>,
): Promise<void> {
  authorize(ctx, 'contest:advance');
  await closeContest(ctx, gameType);
  const slot = slotAt(gameType, ctx.now.getTime());
  for (const contest of await overdueContests(ctx, slot)) {
    if (contest.state !== 'DECIDED') await decideAndOpen(ctx, gameType, null);
    await payFirst(contest.id);
  }
  await decideAndOpen(ctx, gameType, slot);
}

/**
 * One transaction, so that the game is never visible between two contests. A failed opening is rolled back alone, so
 * that it doesn't undo the decision.
 */
async function decideAndOpen(ctx: Context, gameType: GameType, slot: Slot | null): Promise<void> {
  const { decided, opened, failure } = await inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, gameType);
    const decided = await endContest(tx, ctx, gameType);
    return { decided, ...(slot === null ? nothingOpened : await tryToOpen(tx, ctx, slot)) };
  });
  const change = (contestId: bigint, phase: 'DECIDED' | 'OPENED') =>
    ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(contestId), phase });
  if (decided) change(decided, 'DECIDED');
  if (opened) change(opened, 'OPENED');
  if (failure) throw failure;
}

const nothingOpened = { opened: null, failure: null };

async function tryToOpen(tx: Tx, ctx: Context, slot: Slot): Promise<{ opened: bigint | null; failure: Error | null }> {
  try {
    return { opened: await inTransaction(tx, (savepoint) => openContest(savepoint, ctx, slot)), failure: null };
  } catch (cause) {
    return { opened: null, failure: new Error(`contest ${slot.gameId} was not opened`, { cause }) };
  }
}

/** Contests of the game that are decided and not yet settled, or void and not yet refunded, oldest first. */
export async function contestsToSettle(ctx: Context, gameType: GameType): Promise<bigint[]> {
  authorize(ctx, 'contest:settle');
  const rows = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(and(eq(contests.gameType, gameType), or(eq(contests.state, 'DECIDED'), unrefunded)))
    .orderBy(asc(contests.id));
  return rows.map(({ id }) => id);
}

const unrefunded = and(eq(contests.state, 'VOID'), isNull(contests.settledAt));

/** Unsettled contests that ended before the slot began: left over from an outage. */
async function overdueContests(ctx: Context, { gameType, startsAt }: Slot) {
  return ctx.db
    .select({ id: contests.id, state: contests.state })
    .from(contests)
    .where(
      and(
        eq(contests.gameType, gameType),
        or(
          and(eq(contests.state, 'CLOSED'), isNull(contests.seed)),
          and(eq(contests.state, 'VOID'), isNull(contests.decidedAt)),
          eq(contests.state, 'DECIDED'),
        ),
        lt(contests.endsAt, new Date(startsAt)),
        lte(contests.endsAt, ctx.now),
      ),
    )
    .orderBy(asc(contests.id));
}
