import { sql } from 'drizzle-orm';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { purgeRows } from '../../ground/database/purgeRows.ts';

/** Deletes full buckets, which are equivalent to missing ones, and devices not used for a year. */
export async function purgeLimits(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  const buckets = { table: sql`token_buckets`, instant: sql`full_at`, before: ctx.now };
  const devices = { table: sql`known_devices`, instant: sql`expires_at`, before: ctx.now };
  return (await purgeRows(ctx.db, buckets)) + (await purgeRows(ctx.db, devices));
}
