import { eq } from 'drizzle-orm';
import { sessions } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requirePlayer } from '../../ground/actors/permissions.ts';

/** When the player's present session began; null when it is unknown. */
export async function ownSessionStart(ctx: Context): Promise<Date | null> {
  requirePlayer(ctx, 'playSafety:readOwn');
  const sessionId = 'sessionId' in ctx.actor ? ctx.actor.sessionId : 0n;
  const [row] = await ctx.db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.createdAt ?? null;
}
