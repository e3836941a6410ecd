import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { contests } from '../../../db/schema/contests.ts';
import type { Context } from '../ground/verbs/context.ts';

/** How far a server's clock may be behind the database's (v_slack in guard_contest_change). */
const CLOCK_TOLERANCE_MS = 100;

export interface LockedRound {
  contest: typeof contests.$inferSelect;
  /**
   * The instant once it is locked, read again because waiting for the locks may have taken long. A server's clock may be
   * behind the database's, which refuses by its own (guard_contest_change).
   */
  at: Date;
  /** The database's clock then, by which a proposed number holds the contest. */
  databaseAt: Date;
}

/** Locks a contest alone, for what an operator does to it: waits for the bets in flight, and no bet comes in meanwhile. */
export async function lockRound(tx: Tx, ctx: Context, id: bigint): Promise<LockedRound> {
  await tx.execute(sql`select hold_bets(${id}), lock_contest(${id}, false)`);
  const [locked] = await tx
    .select({ contest: contests, databaseNow: sql<number | null>`(extract(epoch from db_now()) * 1000)::float8` })
    .from(contests)
    .where(eq(contests.id, id));
  if (!locked) throw new Error(`contest ${id} vanished`);
  const { contest, databaseNow } = locked;
  const now = ctx.clock.now();
  return {
    contest,
    at: new Date(Math.max(now, (databaseNow ?? -Infinity) - CLOCK_TOLERANCE_MS)),
    databaseAt: new Date(databaseNow ?? now),
  };
}
