import { inTransaction } from '../../../../db/client.ts';
import { requireReason } from '../../audit/parseReason.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { requireAdmin } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { noSuchUser, setUserStatus } from './setUserStatus.ts';
import { lockUser, type User } from '../users/user.ts';

export const reactivateUserVerb = verb({
  name: 'reactivateUser',
  may: 'member:reactivate',
  countsAs: 'other',
  idempotent: false,
  audit: ['member:reactivate'],
  refusals: ['NOT_FOUND', 'USER_PROTECTED'],
});

/**
 * Reactivates a player's account. An admin's deactivation is permanent (server/domain/accounts/README.md#accounts-and-names).
 * Refuses with NOT_FOUND, with USER_PROTECTED an admin and an account that its
 * player has closed, with INVALID_INPUT a missing reason and an account that is active.
 */
export async function reactivateUser(ctx: Context, input: { userId: bigint; reason: string }): Promise<User> {
  requireAdmin(ctx, reactivateUserVerb.may);
  const reason = requireReason(input.reason);
  const user = await inTransaction(ctx.db, async (tx) => {
    const before = await lockUser(tx, input.userId);
    if (before === undefined) throw noSuchUser();
    if (before.userType !== 'player') {
      throw new DomainError('USER_PROTECTED', 'Deactivating an admin cannot be undone.', { field: 'userId' });
    }
    if (before.closedAt !== null) {
      throw new DomainError('USER_PROTECTED', 'The player has closed this account.', { field: 'userId' });
    }
    if (before.status === 'active') throw invalidInput('userId', 'This account is active already.');
    return setUserStatus(tx, ctx, before, 'active', reactivateUserVerb.audit[0], reason);
  });
  ctx.events.publish({ type: 'memberChanged', userId: String(user.id) });
  return user;
}
