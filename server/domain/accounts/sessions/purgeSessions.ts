import { sql } from 'drizzle-orm';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../../ground/database/purgeRows.ts';

const KEPT_DAYS = 30;

/** Deletes sessions that ended or expired 30 days ago. Returns how many. */
export function purgeSessions(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  return purgeRows(ctx.db, {
    table: sql`sessions`,
    instant: sql`least(ended_at, expires_at)`,
    before: daysBefore(ctx.now, KEPT_DAYS),
    unless: sql`exists (select from link_tokens where session_id = sessions.id)`,
  });
}
