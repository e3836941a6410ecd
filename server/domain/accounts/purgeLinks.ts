import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';

/** Long enough for a link found in an old mail to be told from one that was made up. */
const KEPT_DAYS = 30;

/** Forgets links that expired 30 days ago; those that gave reset tokens a day later. Returns how many. */
export async function purgeLinks(ctx: Context): Promise<number> {
  authorize(ctx, 'keys:purge');
  const { rowCount } = await ctx.db.execute(sql`
    delete from link_tokens
     where expires_at < ${ctx.now.toISOString()}::timestamptz - ${KEPT_DAYS}::int * interval '1 day'
       and (purpose <> 'password_reset'
         or expires_at < ${ctx.now.toISOString()}::timestamptz - ${KEPT_DAYS + 1}::int * interval '1 day')`);
  return rowCount ?? 0;
}
