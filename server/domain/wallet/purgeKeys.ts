import { sql } from 'drizzle-orm';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../ground/database/purgeRows.ts';

/** How long an idempotency key is valid. */
const KEPT_DAYS = 7;

/** Deletes idempotency keys older than 7 days, bets' too. Returns how many. */
export async function purgeKeys(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  const expired = { instant: sql`created_at`, before: daysBefore(ctx.now, KEPT_DAYS) };
  const ofCalls = await purgeRows(ctx.db, { table: sql`idempotency_keys`, ...expired });
  const ofBets = await purgeRows(ctx.db, { table: sql`bet_keys`, ...expired });
  return ofCalls + ofBets;
}
