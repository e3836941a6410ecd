import { sql } from 'drizzle-orm';
import { rawQuery } from '../../../db/client.ts';
import type { Context } from '../ground/verbs/context.ts';
import { walletsChanged, type DomainEvent } from '../ground/verbs/events.ts';

/** A statement locks its players' accounts for some milliseconds per this many bets. */
const BETS_PER_STATEMENT = 1_000;

/**
 * Refunds the stakes of a void contest, then marks it as refunded. Each statement takes effect once, so any number of
 * servers may do this, and after a crash another call continues.
 */
export async function refundVoid(ctx: Context, contestId: bigint): Promise<void> {
  let after: bigint | null = 0n;
  while (after !== null) after = await refundSome(ctx, contestId, after);
  await ctx.db.execute(sql`select finish_void(${contestId}, ${ctx.now.toISOString()})`);
}

/** Refunds the next players after this one; returns the last of them, or null when nothing is left. */
async function refundSome(ctx: Context, contestId: bigint, after: bigint): Promise<bigint | null> {
  const rows = await rawQuery<{ playerId: bigint; notificationId: bigint | null }>(
    ctx.db,
    sql`select player_id as "playerId", notification_id as "notificationId"
          from refund_void_bets(${contestId}, ${after}, ${BETS_PER_STATEMENT}, ${ctx.now.toISOString()})
         order by player_id`,
  );
  const notices = rows.flatMap(({ playerId, notificationId }): DomainEvent[] =>
    notificationId === null
      ? []
      : [{ type: 'notificationAdded', notificationId: String(notificationId), userId: String(playerId) }],
  );
  ctx.events.publish(...walletsChanged(rows.map(({ playerId }) => playerId)), ...notices);
  return rows.at(-1)?.playerId ?? null;
}
