import type { users } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { answerKeptEmail, isKeptEmail } from '../status/exclusion.ts';
import { limitFailures } from '../guesses/guessing.ts';
import { badCredentials } from '../sessions/session.ts';
import { userByEmail } from '../users/user.ts';

/**
 * The user with this email, to whom a link may be mailed. Null where the caller is to be answered as if one had been: the
 * email belongs to somebody who has excluded themselves, and whom another mail tells so. Refuses with USER_NOT_FOUND an
 * email that no account has, with BAD_CREDENTIALS a deactivated account, with RATE_LIMITED a caller above the limit.
 */
export function mailRecipient(ctx: Context, email: string): Promise<typeof users.$inferSelect | null> {
  return limitFailures(ctx, null, async () => {
    const user = await userByEmail(ctx.db, email);
    if (user?.status === 'active') return user;
    if (await isKeptEmail(ctx.db, ctx, email)) {
      await answerKeptEmail(ctx, email);
      return null;
    }
    if (user === undefined) throw new DomainError('USER_NOT_FOUND', 'User does not exist', { field: 'email' });
    throw badCredentials();
  });
}
