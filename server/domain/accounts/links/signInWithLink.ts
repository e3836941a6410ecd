import { and, eq } from 'drizzle-orm';
import { linkTokens, users } from '../../../../db/schema/accounts.ts';
import { hashSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { limitFailures, limitGuesses } from '../guesses/guessing.ts';
import { recordingRefusals, SIGN_IN_REFUSED } from '../guesses/refusedSignIns.ts';
import { openSession, SESSION_OPENED, type SignedIn } from '../sessions/session.ts';

export const signInWithLinkVerb = verb({
  name: 'signInWithLink',
  may: 'session:open',
  countsAs: 'attempt',
  idempotent: false,
  audit: [SESSION_OPENED, SIGN_IN_REFUSED],
  refusals: [
    'LINK_INVALID',
    'LINK_EXPIRED',
    'LINK_USED',
    'BAD_CREDENTIALS',
    'OTP_REQUIRED',
    'OTP_WRONG',
    'SELF_EXCLUDED',
  ],
});

/**
 * Signs in with the token of a mailed link, once, and where the account has a second factor with a code of it. Refuses
 * with LINK_INVALID an unknown token, LINK_EXPIRED one older than 15 minutes, LINK_USED a second use, BAD_CREDENTIALS a
 * deactivated account, OTP_REQUIRED and OTP_WRONG without the right code, which leave the link unused, RATE_LIMITED
 * instead of LINK_INVALID, or with any code, after too many failed attempts.
 */
export async function signInWithLink(
  ctx: Context,
  { token, otp }: { token: string; otp?: string | null | undefined },
): Promise<SignedIn> {
  authorize(ctx, signInWithLinkVerb.may);
  if (token === '') throw invalidInput('token', 'token is required');
  const user = otp ? await ownerOf(ctx, token) : undefined;
  const check = () => recordingRefusals(ctx, user, () => redeem(ctx, token, otp));
  return user === undefined ? limitFailures(ctx, null, check) : limitGuesses(ctx, { userId: user.id }, check);
}

/** Whose sign-in link this is; undefined when it is none. */
async function ownerOf({ db }: Context, token: string) {
  const [user] = await db
    .select({ id: users.id, uid: users.uid, userType: users.userType })
    .from(linkTokens)
    .innerJoin(users, eq(users.id, linkTokens.userId))
    .where(and(eq(linkTokens.secretHash, hashSecret(token)), eq(linkTokens.purpose, 'sign_in')));
  return user;
}

function redeem(ctx: Context, token: string, otp: string | null | undefined): Promise<SignedIn> {
  return openSession(ctx, async (tx) => {
    const [link] = await tx
      .select()
      .from(linkTokens)
      .where(and(eq(linkTokens.secretHash, hashSecret(token)), eq(linkTokens.purpose, 'sign_in')))
      .for('update');
    if (link === undefined) throw new DomainError('LINK_INVALID', 'Invalid Link', { field: 'token' });
    if (link.expiresAt <= ctx.now) throw new DomainError('LINK_EXPIRED', 'Expired Link', { field: 'token' });
    if (link.usedAt !== null) throw new DomainError('LINK_USED', 'Used Link', { field: 'token' });
    await tx.update(linkTokens).set({ usedAt: ctx.now }).where(eq(linkTokens.id, link.id));
    return { userId: link.userId, otp, passwordHash: null };
  });
}
