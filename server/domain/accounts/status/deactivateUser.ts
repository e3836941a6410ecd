import { inTransaction } from '../../../../db/client.ts';
import { type GivenReason, requireReason } from '../../audit/parseReason.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize, requireAdmin } from '../../ground/actors/permissions.ts';
import { lapsedSince, openProposalsOf } from '../../proposals/proposal.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { endSessions, forgetSessions } from '../sessions/session.ts';
import { noSuchUser, setUserStatus } from './setUserStatus.ts';
import { lockUser, type User } from '../users/user.ts';

export const deactivateUserVerb = verb({
  name: 'deactivateUser',
  may: 'member:deactivate',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:deactivate'],
  refusals: ['NOT_FOUND', 'USER_PROTECTED'],
});

/**
 * Deactivates an account and ends its sessions at once. Its bets, money and requests stay as they are; what an
 * admin has proposed lapses. Refuses with
 * NOT_FOUND, with FORBIDDEN an admin's account unless the actor may deactivate admins, with USER_PROTECTED the primary
 * admin and the actor themselves, with INVALID_INPUT a missing reason and an account that is already deactivated.
 */
export async function deactivateUser(ctx: Context, input: { userId: bigint; reason: GivenReason }): Promise<User> {
  const adminId = requireAdmin(ctx, deactivateUserVerb.may);
  const reason = requireReason(input.reason);
  const { user, ended, events } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockUser(tx, input.userId);
    if (before === undefined) throw noSuchUser();
    if (before.isPrimary) throw userProtected('The primary admin cannot be deactivated.');
    if (before.id === adminId) throw userProtected('You cannot deactivate your own account.');
    if (before.userType === 'admin') authorize(ctx, 'admin:deactivate');
    if (before.status !== 'active') throw invalidInput('userId', 'This account is deactivated already.');
    const proposed = await openProposalsOf(tx, before.id);
    const sessionIds = await endSessions(tx, ctx, { userId: before.id }, 'deactivation');
    const [action] = deactivateUserVerb.audit;
    return {
      user: await setUserStatus(tx, ctx, before, 'deactivated', action, reason),
      ended: sessionIds,
      events: await lapsedSince(tx, proposed),
    };
  });
  forgetSessions(ctx, ended);
  ctx.events.publish({ type: 'memberChanged', userId: String(user.id) }, ...events);
  return user;
}

function userProtected(message: string): DomainError {
  return new DomainError('USER_PROTECTED', message, { field: 'userId' });
}
