import type { users } from '../../../db/schema/accounts.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { limitFailures } from './guessing.ts';
import { badCredentials } from './session.ts';
import { userByEmail } from './user.ts';

/**
 * The user with this email, to whom a link may be mailed. Refuses with USER_NOT_FOUND an email that no account has,
 * with BAD_CREDENTIALS a deactivated account, with RATE_LIMITED a caller above the limit.
 */
export function mailRecipient(ctx: Context, email: string): Promise<typeof users.$inferSelect> {
  return limitFailures(ctx, null, async () => {
    const user = await userByEmail(ctx.db, email);
    if (user === undefined) throw new DomainError('USER_NOT_FOUND', 'User does not exist', { field: 'email' });
    if (user.status !== 'active') throw badCredentials();
    return user;
  });
}
