import { sql } from 'drizzle-orm';
import type { Context } from '../../ground/verbs/context.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { daysBefore, purgeRows } from '../../ground/database/purgeRows.ts';

/** Long enough that a link from an old mail is answered "expired" instead of "unknown". */
const KEPT_DAYS = 30;
/** Download links are never mailed. */
const DOWNLOADS_KEPT_DAYS = 1;

/**
 * Deletes links that expired 30 days ago, those exchanged for reset tokens a day later, and download links that expired
 * a day ago. Returns how many.
 */
export async function purgeLinks(ctx: Context): Promise<number> {
  authorize(ctx, 'rows:purge');
  const links = { table: sql`link_tokens`, instant: sql`expires_at` };
  const downloads = { ...links, before: daysBefore(ctx.now, DOWNLOADS_KEPT_DAYS), unless: sql`purpose <> 'download'` };
  // A reset token refers to its mailed link, which expires earlier and must stay until the token is deleted.
  const tokens = { ...links, before: daysBefore(ctx.now, KEPT_DAYS), unless: sql`purpose = 'password_reset'` };
  const resets = { ...links, before: daysBefore(ctx.now, KEPT_DAYS + 1), unless: sql`purpose <> 'password_reset'` };
  return (await purgeRows(ctx.db, downloads)) + (await purgeRows(ctx.db, tokens)) + (await purgeRows(ctx.db, resets));
}
