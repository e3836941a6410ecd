import { sql } from 'drizzle-orm';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../ground/database/purgeRows.ts';

const KEPT_DAYS = 180;

/** Deletes notifications older than 180 days, read or not. Returns how many. */
export function purgeNotifications(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  return purgeRows(ctx.db, {
    table: sql`notifications`,
    instant: sql`created_at`,
    before: daysBefore(ctx.now, KEPT_DAYS),
  });
}
