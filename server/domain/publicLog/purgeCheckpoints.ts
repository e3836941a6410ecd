import { sql } from 'drizzle-orm';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../ground/database/purgeRows.ts';

/** The database keeps each for a day by its own clock (guard_log_checkpoint). */
const KEPT_DAYS = 2;

/** Deletes signed checkpoints of the public log that newer ones have replaced for days. Returns how many. */
export async function purgeCheckpoints(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  return purgeRows(ctx.db, {
    table: sql`log_checkpoints`,
    instant: sql`created_at`,
    before: daysBefore(ctx.now, KEPT_DAYS),
    unless: sql`size = (select max(size) from log_checkpoints)`,
  });
}
