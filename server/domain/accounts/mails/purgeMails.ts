import { sql } from 'drizzle-orm';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../../ground/database/purgeRows.ts';

const KEPT_DAYS = 30;

/** Deletes mails written 30 days ago, delivered or not: the links of undelivered ones have long expired. Returns how many. */
export function purgeMails(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  return purgeRows(ctx.db, { table: sql`mails`, instant: sql`created_at`, before: daysBefore(ctx.now, KEPT_DAYS) });
}
