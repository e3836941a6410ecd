import { and, eq, gt, isNull } from 'drizzle-orm';
import { sessions, users } from '../../../../db/schema/accounts.ts';
import { hashSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { signedIn, type SignedIn } from './session.ts';
import { userColumns } from '../users/user.ts';

export const renewSessionVerb = verb({
  name: 'renewSession',
  may: 'session:renew',
  countsAs: 'free',
  idempotent: false,
  audit: [],
  refusals: ['UNAUTHENTICATED'],
});

/**
 * A new access token for an active session; the refresh token stays the same. Refuses with UNAUTHENTICATED a refresh
 * token that is unknown, expired or ended; its detail is why it was ended: `deactivated`, or another EndReason.
 */
export async function renewSession(ctx: Context, { refreshToken }: { refreshToken: string }): Promise<SignedIn> {
  authorize(ctx, renewSessionVerb.may);
  if (refreshToken === '') throw invalidInput('refreshToken', 'refreshToken is required');
  const [session] = await ctx.db
    .update(sessions)
    .set({ lastSeenAt: ctx.now })
    .where(
      and(
        eq(sessions.refreshHash, hashSecret(refreshToken)),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, ctx.now),
      ),
    )
    .returning();
  const [user] =
    session === undefined
      ? []
      : await ctx.db
          .select(userColumns)
          .from(users)
          .where(and(eq(users.id, session.userId), eq(users.status, 'active')));
  if (session === undefined || user === undefined) throw await sessionEnded(ctx, refreshToken);
  return signedIn(ctx, session, user, refreshToken);
}

async function sessionEnded({ db }: Context, refreshToken: string): Promise<DomainError> {
  const [ended] = await db
    .select({ reason: sessions.endReason })
    .from(sessions)
    .where(eq(sessions.refreshHash, hashSecret(refreshToken)));
  return new DomainError('UNAUTHENTICATED', 'Your session has ended. Please log in again.', {
    field: 'refreshToken',
    ...(ended?.reason && { detail: ended.reason === 'deactivation' ? 'deactivated' : ended.reason }),
  });
}
