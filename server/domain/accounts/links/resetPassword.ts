import { and, eq } from 'drizzle-orm';
import { inTransaction, type Queryable } from '../../../../db/client.ts';
import { linkTokens, users } from '../../../../db/schema/accounts.ts';
import { hashSecret } from '../../../platform/tokens.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { limitFailures } from '../guesses/guessing.ts';
import { parsePassword, requireAdminPassword } from '../users/identity.ts';
import { forgetOtherDevices, rememberDevice } from '../sessions/knownDevices.ts';
import { requesterOf } from '../guesses/requester.ts';
import { badCredentials, endSessions, forgetSessions } from '../sessions/session.ts';
import { invalidateLinks } from './invalidateLinks.ts';
import { lockUser, userByEmail } from '../users/user.ts';

export interface PasswordReset {
  /** From `verifyResetLink`. */
  token: string;
  email: string;
  /** Parameters of the link that was exchanged for the token. */
  validTill: string;
  newPassword: string;
}

export const resetPasswordVerb = verb({
  name: 'resetPassword',
  may: 'password:reset',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['admin:resetPassword'],
  refusals: ['USER_NOT_FOUND', 'RESET_TOKEN_INVALID', 'LINK_EXPIRED', 'RESET_TOKEN_SPENT', 'BAD_CREDENTIALS'],
});

/**
 * Sets a new password with a verified link, once, and ends all sessions of the account; its other links and tokens
 * become invalid. Refuses with INVALID_INPUT missing values, USER_NOT_FOUND, RESET_TOKEN_INVALID a token that is not of
 * this link, RESET_TOKEN_SPENT one that was used, LINK_EXPIRED one older than 10 minutes, RATE_LIMITED after too many
 * failed attempts. Afterwards only the caller's device is known. An admin's reset is audited.
 */
export async function resetPassword(ctx: Context, input: PasswordReset): Promise<void> {
  authorize(ctx, resetPasswordVerb.may);
  for (const field of ['token', 'email', 'validTill'] as const) {
    if (input[field] === '') throw invalidInput(field, `${field} is required`);
  }
  const newPassword = parsePassword(input.newPassword, 'newPassword');
  const user = await userByEmail(ctx.db, input.email);
  const target = user === undefined ? { identifier: input.email } : { userId: user.id };
  await limitFailures(ctx, target, async () => {
    if (user === undefined) throw new DomainError('USER_NOT_FOUND', 'Invalid Link', { field: 'email' });
    await refuseUnusable(ctx.db, ctx, user.id, input);
    if (user.userType === 'admin') requireAdminPassword(newPassword, 'newPassword');
    await setPassword(ctx, user.id, input, newPassword);
  });
}

async function setPassword(ctx: Context, userId: bigint, input: PasswordReset, newPassword: string): Promise<void> {
  const passwordHash = await ctx.passwords.hash(newPassword, requesterOf(ctx));
  const ended = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, userId);
    await refuseUnusable(tx, ctx, userId, input);
    if (locked?.status !== 'active') throw badCredentials();
    await tx.update(users).set({ passwordHash, passwordMailed: false }).where(eq(users.id, userId));
    await invalidateLinks(tx, ctx, userId);
    await forgetOtherDevices(tx, ctx, userId);
    await rememberDevice(tx, ctx, userId);
    const sessionIds = await endSessions(tx, ctx, { userId }, 'password_reset');
    if (locked.userType === 'admin') {
      const actor = { kind: 'admin', userId, roles: locked.roles, sessionId: 0n } as const;
      await recordAudit(
        tx,
        { now: ctx.now, actor },
        { action: resetPasswordVerb.audit[0], subjectType: 'user', subject: locked.uid },
      );
    }
    return sessionIds;
  });
  forgetSessions(ctx, ended);
}

async function refuseUnusable(queryable: Queryable, ctx: Context, userId: bigint, input: PasswordReset) {
  const [token] = await queryable
    .select()
    .from(linkTokens)
    .where(and(eq(linkTokens.secretHash, hashSecret(input.token)), eq(linkTokens.purpose, 'password_reset_token')));
  const [link] =
    token?.linkId == null ? [] : await queryable.select().from(linkTokens).where(eq(linkTokens.id, token.linkId));
  if (token?.userId !== userId || String(link?.expiresAt.getTime()) !== input.validTill) {
    throw new DomainError('RESET_TOKEN_INVALID', 'Authorization failed!!!', { field: 'token' });
  }
  if (token.usedAt !== null) throw new DomainError('RESET_TOKEN_SPENT', 'Link not found', { field: 'token' });
  if (token.expiresAt <= ctx.now) throw new DomainError('LINK_EXPIRED', 'Expired Link', { field: 'token' });
}
