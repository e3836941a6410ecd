import { eq } from 'drizzle-orm';
import { linkTokens, type users } from '../../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../../platform/tokens.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { limitFailures } from '../guesses/guessing.ts';
import { spelledEmail } from '../users/identity.ts';
import { isOurResetLink } from './resetLink.ts';
import { badCredentials } from '../sessions/session.ts';
import { userByEmail } from '../users/user.ts';

const TOKEN_MS = 10 * 60 * 1000;

export interface ResetLink {
  email: string;
  /** When the link expires: milliseconds since the epoch, as in the link. */
  validTill: string;
  /** The link's keyed hash. */
  s: string;
}

export const verifyResetLinkVerb = verb({
  name: 'verifyResetLink',
  may: 'password:reset',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['USER_NOT_FOUND', 'LINK_HASH_INVALID', 'LINK_EXPIRED', 'LINK_USED', 'BAD_CREDENTIALS'],
});

/**
 * Verifies a mailed reset link and returns a token of 10 minutes for `resetPassword`. Refuses, in this order, with
 * INVALID_INPUT missing values, USER_NOT_FOUND, LINK_HASH_INVALID, LINK_EXPIRED, and LINK_USED after a successful
 * reset; RATE_LIMITED instead of them after too many failed attempts.
 */
export async function verifyResetLink(ctx: Context, link: ResetLink): Promise<{ token: string }> {
  authorize(ctx, verifyResetLinkVerb.may);
  for (const field of ['email', 'validTill', 's'] as const) {
    if (link[field] === '') throw invalidInput(field, `${field} is required`);
  }
  const email = spelledEmail(link.email);
  const user = await userByEmail(ctx.db, email);
  const target = user === undefined ? { identifier: email } : { userId: user.id };
  return limitFailures(ctx, target, () => redeem(ctx, { ...link, email }, user));
}

async function redeem(
  ctx: Context,
  link: ResetLink,
  user: typeof users.$inferSelect | undefined,
): Promise<{ token: string }> {
  if (user === undefined) throw new DomainError('USER_NOT_FOUND', 'Invalid Link', { field: 'email' });
  if (!isOurResetLink(ctx.tokens, link)) throw hashInvalid();
  const [mailed] = await ctx.db
    .select()
    .from(linkTokens)
    .where(eq(linkTokens.secretHash, hashSecret(link.s)));
  if (mailed?.userId !== user.id || mailed.purpose !== 'password_reset') throw hashInvalid();
  if (mailed.expiresAt <= ctx.now) throw new DomainError('LINK_EXPIRED', 'Expired Link', { field: 'validTill' });
  if (mailed.usedAt !== null) throw new DomainError('LINK_USED', 'Used Link', { field: 's' });
  if (user.status !== 'active') throw badCredentials();

  const token = randomSecret();
  await ctx.db.insert(linkTokens).values({
    userId: user.id,
    purpose: 'password_reset_token',
    secretHash: hashSecret(token),
    linkId: mailed.id,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + TOKEN_MS),
  });
  return { token };
}

function hashInvalid(): DomainError {
  return new DomainError('LINK_HASH_INVALID', 'Invalid Hash', { field: 's' });
}
