import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { sessions } from '../../../../db/schema/accounts.ts';
import { type AccessClaims, hashSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { endSessions, forgetSessions } from './session.ts';

export const logoutVerb = verb({
  name: 'logout',
  may: 'session:close',
  countsAs: 'free',
  idempotent: false,
  audit: [],
  refusals: ['UNAUTHENTICATED', 'TOKENS_INCOMPATIBLE'],
});

/**
 * Ends the session that both tokens belong to. An expired access token is accepted if its signature is valid. Refuses
 * with UNAUTHENTICATED without one, and with TOKENS_INCOMPATIBLE, ending nothing, a refresh token of another session or
 * of none that is active.
 */
export async function logout(
  ctx: Context,
  { accessToken, refreshToken }: { accessToken?: string | undefined; refreshToken: string },
): Promise<void> {
  authorize(ctx, logoutVerb.may);
  const claims = await requireSignedToken(ctx, accessToken);
  if (refreshToken === '') throw invalidInput('refreshToken', 'refreshToken is required');
  const ended = await inTransaction(ctx.db, async (tx) => {
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.refreshHash, hashSecret(refreshToken)));
    if (session?.id !== claims.sessionId) return [];
    return endSessions(tx, ctx, { sessionId: session.id }, 'logout');
  });
  if (ended.length === 0) {
    throw new DomainError('TOKENS_INCOMPATIBLE', 'Not Authorized. Incompatible Tokens passed.', {
      field: 'refreshToken',
    });
  }
  forgetSessions(ctx, ended);
}

/** The claims of a validly signed access token, expired or not. Refuses with UNAUTHENTICATED any other, and none. */
export async function requireSignedToken(
  ctx: Pick<Context, 'tokens' | 'now'>,
  accessToken: string | undefined,
): Promise<AccessClaims> {
  const claims = accessToken === undefined ? null : ctx.tokens.readAccess(accessToken, ctx.now, 'accepted');
  if (claims === null) throw new DomainError('UNAUTHENTICATED', 'Please log in.');
  return claims;
}
