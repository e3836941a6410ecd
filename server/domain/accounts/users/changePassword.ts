import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { parsePassword, requireAdminPassword } from './identity.ts';
import { forgetOtherDevices } from '../sessions/knownDevices.ts';
import { endSessions, forgetSessions } from '../sessions/session.ts';
import { invalidateLinks } from '../links/invalidateLinks.ts';
import { lockUser } from './user.ts';

export const changePasswordVerb = verb({
  name: 'changePassword',
  may: 'password:change',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['admin:changePassword'],
  refusals: ['INCORRECT_OLD_PASSWORD'],
});

/**
 * Changes the actor's own password and ends all their sessions, the current one too; their other devices are no longer
 * known. An admin's change is audited. Refuses with INVALID_INPUT an admin's new password of less than 12 characters,
 * with INCORRECT_OLD_PASSWORD, with a message that depends on the kind of
 * user, and with RATE_LIMITED after too many failed attempts.
 */
export async function changePassword(ctx: Context, input: { oldPassword: string; newPassword: string }): Promise<void> {
  const userId = requireMember(ctx, changePasswordVerb.may);
  const oldPassword = parsePassword(input.oldPassword, 'oldPassword');
  const newPassword = parsePassword(input.newPassword, 'newPassword');
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw wrongPassword(ctx);
  const checkedFor = await limitGuesses(ctx, { userId }, async (requester) => {
    if (!(await ctx.passwords.verify(user.passwordHash, oldPassword, requester))) throw wrongPassword(ctx);
    return requester;
  });
  if (user.userType === 'admin') requireAdminPassword(newPassword, 'newPassword');

  const passwordHash = await ctx.passwords.hash(newPassword, checkedFor);
  const ended = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, userId);
    if (locked?.passwordHash !== user.passwordHash) throw wrongPassword(ctx);
    await tx.update(users).set({ passwordHash, passwordMailed: false }).where(eq(users.id, userId));
    await invalidateLinks(tx, ctx, userId);
    await forgetOtherDevices(tx, ctx, userId);
    const sessionIds = await endSessions(tx, ctx, { userId }, 'password_change');
    if (ctx.actor.kind === 'admin') {
      await recordAudit(tx, ctx, { action: changePasswordVerb.audit[0], subjectType: 'user', subject: locked.uid });
    }
    return sessionIds;
  });
  forgetSessions(ctx, ended);
}

function wrongPassword({ actor }: Context): DomainError {
  const words = actor.kind === 'admin' ? 'Incorrect Old Password' : 'Wrong Old Password';
  return new DomainError('INCORRECT_OLD_PASSWORD', words, { field: 'oldPassword' });
}
