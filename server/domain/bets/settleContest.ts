import { and, eq, sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import { settlementParts } from '../../../db/schema/bets.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../context.ts';
import { walletsChanged } from '../events.ts';
import { authorize } from '../permissions.ts';

/**
 * Pays everybody who won in a decided contest, then settles it. Each part is a transaction of its own that can happen
 * once, so any number of servers may do this at the same time, and a crash anywhere is made good by calling it again.
 * Does nothing when the contest is not decided or is settled.
 */
export async function settleContest(ctx: Context, contestId: bigint): Promise<void> {
  authorize(ctx, 'contest:settle');
  const [contest] = await ctx.db
    .select({ gameType: contests.gameType, parts: contests.settlementParts })
    .from(contests)
    .where(and(eq(contests.id, contestId), eq(contests.state, 'DECIDED')));
  if (!contest) return;
  for (const part of await unpaidParts(ctx, contestId, contest.parts ?? 0)) await payPart(ctx, contestId, part);
  const [finished] = await rawQuery<{ settled: boolean }>(
    ctx.db,
    sql`select finish_contest(${contestId}, ${ctx.now.toISOString()}) as settled`,
  );
  if (finished?.settled) {
    ctx.events.publish({
      type: 'contestChanged',
      gameType: contest.gameType,
      contestId: String(contestId),
      phase: 'SETTLED',
    });
  }
}

async function unpaidParts(ctx: Context, contestId: bigint, parts: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ part: settlementParts.part })
    .from(settlementParts)
    .where(eq(settlementParts.contestId, contestId));
  const paid = new Set(rows.map(({ part }) => part));
  return Array.from({ length: parts }, (_, part) => part).filter((part) => !paid.has(part));
}

async function payPart(ctx: Context, contestId: bigint, part: number): Promise<void> {
  const paid = await rawQuery<{ playerId: bigint; notificationId: bigint | null }>(
    ctx.db,
    sql`select player_id as "playerId", notification_id as "notificationId"
          from settle_part(${contestId}, ${part}::smallint, ${ctx.now.toISOString()})`,
  );
  const players = paid.filter(({ notificationId }) => notificationId === null).map(({ playerId }) => playerId);
  const notices = paid.flatMap(({ playerId, notificationId }) =>
    notificationId === null
      ? []
      : [{ type: 'notificationAdded' as const, notificationId: String(notificationId), userId: String(playerId) }],
  );
  ctx.events.publish(...walletsChanged(players), ...notices);
}
