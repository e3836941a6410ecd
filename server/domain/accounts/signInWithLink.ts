import { and, eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { linkTokens } from '../../../db/schema/accounts.ts';
import { hashSecret } from '../../platform/tokens.ts';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { authorize } from '../permissions.ts';
import { verb } from '../verb.ts';
import { limitFailures } from './guessing.ts';
import { openSessionIn, SESSION_OPENED, type SignedIn } from './session.ts';

export const signInWithLinkVerb = verb({
  name: 'signInWithLink',
  may: 'session:open',
  countsAs: 'attempt',
  idempotent: false,
  audit: [SESSION_OPENED],
  refusals: ['LINK_INVALID', 'LINK_EXPIRED', 'LINK_USED', 'BAD_CREDENTIALS', 'SELF_EXCLUDED'],
});

/**
 * Signs in with the token of a mailed link, once. Refuses with LINK_INVALID an unknown token, LINK_EXPIRED one older
 * than 15 minutes, LINK_USED a second use, BAD_CREDENTIALS a deactivated account, RATE_LIMITED instead of LINK_INVALID
 * after too many failed attempts.
 */
export function signInWithLink(ctx: Context, { token }: { token: string }): Promise<SignedIn> {
  authorize(ctx, signInWithLinkVerb.may);
  if (token === '') throw invalidInput('token', 'token is required');
  return limitFailures(ctx, null, () => redeem(ctx, token));
}

function redeem(ctx: Context, token: string): Promise<SignedIn> {
  return inTransaction(ctx.db, async (tx) => {
    const [link] = await tx
      .select()
      .from(linkTokens)
      .where(and(eq(linkTokens.secretHash, hashSecret(token)), eq(linkTokens.purpose, 'sign_in')))
      .for('update');
    if (link === undefined) throw new DomainError('LINK_INVALID', 'Invalid Link', { field: 'token' });
    if (link.expiresAt <= ctx.now) throw new DomainError('LINK_EXPIRED', 'Expired Link', { field: 'token' });
    if (link.usedAt !== null) throw new DomainError('LINK_USED', 'Used Link', { field: 'token' });
    await tx.update(linkTokens).set({ usedAt: ctx.now }).where(eq(linkTokens.id, link.id));
    return openSessionIn(tx, ctx, link.userId);
  });
}
