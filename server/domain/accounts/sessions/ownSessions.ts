import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { sessions } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import type { MemberSession } from '../users/members.ts';

/** Places where the actor is signed in: the latest 100 live sessions, the last used one first. */
export async function ownSessions(ctx: Context): Promise<MemberSession[]> {
  const userId = requireMember(ctx, 'session:manageOwn');
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(100);
  return rows.map(({ refreshHash: _hash, ...session }) => session);
}
