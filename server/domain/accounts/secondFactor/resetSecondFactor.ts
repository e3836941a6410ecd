import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { requireReason } from '../../audit/parseReason.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { authorize, requireAdmin } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { noSecondFactor, recordRemoval, removeSecondFactor } from './disableSecondFactor.ts';
import { secondFactorResetMail } from '../mails/mailTexts.ts';
import { queueMail } from '../mails/mails.ts';
import { endSessions, forgetSessions } from '../sessions/session.ts';
import { noSuchUser } from '../status/setUserStatus.ts';
import { lockUser, type User, withoutSecret } from '../users/user.ts';

export const resetSecondFactorVerb = verb({
  name: 'resetSecondFactor',
  may: 'secondFactor:reset',
  countsAs: 'other',
  idempotent: false,
  audit: ['secondFactor:reset'],
  refusals: ['NOT_FOUND', 'USER_PROTECTED'],
});

/**
 * Removes the second factor of somebody who has lost it, ends their sessions at once, and mails them. Refuses with
 * NOT_FOUND an unknown user and one without a second factor, with USER_PROTECTED the actor themselves, who renews it,
 * and the primary admin, for whom there is a command on the server, with INVALID_INPUT a missing reason.
 */
export async function resetSecondFactor(ctx: Context, input: { userId: bigint; reason: string }): Promise<User> {
  const adminId = requireAdmin(ctx, resetSecondFactorVerb.may);
  const reason = requireReason(input.reason);
  if (input.userId === adminId) throw userProtected('Your own second factor is renewed with a code of it.');
  const { user, ended } = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, input.userId);
    if (locked === undefined) throw noSuchUser();
    if (locked.isPrimary) throw userProtected('The primary admin’s second factor is reset on the server.');
    return { user: withoutSecret(locked), ended: await reset(tx, ctx, locked, reason) };
  });
  forgetSessions(ctx, ended);
  ctx.events.publish({ type: 'mailQueued' });
  return user;
}

/** The same for the primary admin, for the operator's command. Returns the email. Refuses with NOT_FOUND. */
export async function resetPrimarySecondFactor(ctx: Context): Promise<string> {
  authorize(ctx, 'secondFactor:resetPrimary');
  const { user, ended } = await inTransaction(ctx.db, async (tx) => {
    const [primary] = await tx.select().from(users).where(eq(users.isPrimary, true)).for('no key update');
    if (primary === undefined) throw noSuchUser();
    const ended = await reset(tx, ctx, primary, 'on the server').catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error;
      throw new DomainError('NOT_FOUND', `The primary admin, ${primary.email}, has no second factor.`);
    });
    return { user: primary, ended };
  });
  forgetSessions(ctx, ended);
  ctx.events.publish({ type: 'mailQueued' });
  return user.email;
}

async function reset(tx: Tx, ctx: Context, user: typeof users.$inferSelect, reason: string | null): Promise<bigint[]> {
  if (!(await removeSecondFactor(tx, user.id))) throw noSecondFactor();
  const ended = await endSessions(tx, ctx, { userId: user.id }, 'second_factor_reset');
  await queueMail(tx, ctx, 'second_factor_reset', secondFactorResetMail(ctx.config, user));
  await recordRemoval(tx, ctx, resetSecondFactorVerb.audit[0], user.uid, reason);
  return ended;
}

function userProtected(message: string): DomainError {
  return new DomainError('USER_PROTECTED', message, { field: 'userId' });
}
