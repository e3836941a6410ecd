import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';

/** How long an idempotency key is good for (decisions.md, "Bet"). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const ROWS_PER_STATEMENT = 10_000;

/** Forgets idempotency keys older than 7 days, bets' too, in small steps. Returns how many. */
export async function purgeKeys(ctx: Context): Promise<number> {
  authorize(ctx, 'keys:purge');
  const cutoff = new Date(ctx.now.getTime() - KEPT_MS).toISOString();
  let purged = 0;
  for (const table of [sql`idempotency_keys`, sql`bet_keys`]) {
    let rowCount: number;
    do {
      const result = await ctx.db.execute(sql`
        delete from ${table}
         where ctid = any (array(select ctid from ${table} where created_at < ${cutoff} limit ${ROWS_PER_STATEMENT}))`);
      rowCount = result.rowCount ?? 0;
      purged += rowCount;
    } while (rowCount === ROWS_PER_STATEMENT);
  }
  return purged;
}
