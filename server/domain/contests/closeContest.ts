import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import type { GameType } from './gameTypes.ts';

/**
 * A part locks its players' accounts for some milliseconds per this many bets: short enough for players who bet
 * meanwhile.
 */
const BETS_PER_PART = 1_000;

/**
 * Closes betting on the game's contest when its evaluationTime has come, then publishes the root of its bets (under
 * version 2 of the draw), then counts them. Transactions of their own: the first ends as soon as the last bets in flight
 * are in, so that players of other games don't wait for the rest; after a crash between them the next call goes on. Safe to
 * call at any time, by any number of servers.
 */
export async function closeContest(ctx: Context, gameType: GameType): Promise<void> {
  authorize(ctx, 'contest:advance');
  const due = and(eq(contests.gameType, gameType), lte(contests.closesAt, ctx.now));
  const [open] = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(and(due, eq(contests.state, 'OPEN')));
  const closedHere = open !== undefined && (await stopBetting(ctx, open.id));
  const rootless = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(
      and(
        due,
        eq(contests.state, 'CLOSED'),
        eq(contests.drawVersion, 2),
        isNull(contests.betsRoot),
        gt(contests.endsAt, ctx.now),
      ),
    );
  for (const { id } of rootless) await ctx.db.execute(sql`select fix_bets_root(${id})`);
  const uncounted = await ctx.db
    .select({ id: contests.id })
    .from(contests)
    .where(and(due, eq(contests.state, 'CLOSED'), isNull(contests.betCount)));
  for (const { id } of uncounted) await countBets(ctx, id);
  if (closedHere) {
    ctx.events.publish({ type: 'contestChanged', gameType, contestId: String(open.id), phase: 'CLOSED' });
  }
}

/** Whether this call closed it; another server may have. */
async function stopBetting(ctx: Context, contestId: bigint): Promise<boolean> {
  const [row] = await rawQuery<{ closed: boolean }>(
    ctx.db,
    sql`select close_contest(${contestId}, ${ctx.now.toISOString()}) as closed`,
  );
  return row?.closed === true;
}

/** Stores the contest's stakes, each number's payout, and the bounds of its settlement parts. */
async function countBets(ctx: Context, contestId: bigint): Promise<void> {
  await ctx.db.execute(sql`select count_bets(${contestId}, ${BETS_PER_PART})`);
}
