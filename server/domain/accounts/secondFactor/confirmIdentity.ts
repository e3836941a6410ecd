import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../../../db/client.ts';
import { users } from '../../../../db/schema/accounts.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { parsePassword } from '../users/identity.ts';
import { requireSecondFactor } from './secondFactor.ts';
import { lockUser } from '../users/user.ts';

/** What a signed-in user enters once more before a change of how they sign in. */
export interface Credentials {
  password: string;
  /** A code of the second factor, or a recovery code; unused by accounts without a second factor. */
  otp?: string | null | undefined;
}

/**
 * Runs `change` in a transaction after the actor's password and, if there is one, second factor were checked within the
 * limits on guesses; the code is used up if the transaction commits. Refuses with INCORRECT_OLD_PASSWORD, OTP_REQUIRED,
 * OTP_WRONG, RATE_LIMITED.
 */
export async function withIdentityConfirmed<Changed>(
  ctx: Context,
  userId: bigint,
  { password, otp }: Credentials,
  change: (tx: Tx, user: typeof users.$inferSelect) => Promise<Changed>,
): Promise<Changed> {
  const parsed = parsePassword(password, 'password');
  return limitGuesses(ctx, { userId }, async (requester) => {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
    if (user === undefined) throw wrongPassword();
    if (!(await ctx.passwords.verify(user.passwordHash, parsed, requester))) throw wrongPassword();
    return inTransaction(ctx.db, async (tx) => {
      const locked = await lockUser(tx, userId);
      if (locked?.status !== 'active' || locked.passwordHash !== user.passwordHash) throw wrongPassword();
      await requireSecondFactor(tx, ctx, userId, otp);
      return change(tx, locked);
    });
  });
}

function wrongPassword(): DomainError {
  return new DomainError('INCORRECT_OLD_PASSWORD', 'Wrong Password', { field: 'password' });
}
