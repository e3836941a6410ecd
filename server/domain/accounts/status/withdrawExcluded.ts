import type { Paise } from '../../../../db/columns.ts';
import type { users } from '../../../../db/schema/accounts.ts';
import type { Requester } from '../../../platform/fairQueue.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../../ground/refusals/errors.ts';
import { authorize } from '../../ground/actors/permissions.ts';
import { readPauses } from '../../safety/playPauses.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { readBalances } from '../../wallet/balances.ts';
import type { BankAccount } from '../../wallet/destination.ts';
import type { Balances } from '../../wallet/ledger.ts';
import { requestWithdrawal } from '../../wallet/requestWithdrawal.ts';
import { isKeptEmail } from './exclusion.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { badCredentials } from '../sessions/session.ts';
import { requireSecondFactor } from '../secondFactor/secondFactor.ts';
import { lockUser, userByEmail } from '../users/user.ts';

export interface ExcludedWithdrawal {
  email: string;
  password: string;
  /** A code of the second factor, or a recovery code, where the account has one. */
  otp?: string | null | undefined;
  /** Null: everything that is available. */
  amount: Paise | null;
  upiId?: string | undefined;
  bankAccount?: BankAccount | undefined;
  idempotencyKey?: string | undefined;
}

export const withdrawExcludedVerb = verb({
  name: 'withdrawExcluded',
  may: 'withdrawal:requestExcluded',
  countsAs: 'attempt',
  idempotent: true,
  audit: [],
  refusals: ['USER_NOT_FOUND', 'BAD_CREDENTIALS', 'OTP_REQUIRED', 'OTP_WRONG', 'INSUFFICIENT_FUNDS'],
});

/**
 * Requests a payout for a self-excluded player, who can't log in: the password and, where there is one, the second factor
 * are checked for this one call, and no session begins. A repeated idempotency key needs no new code. Refuses as `login`
 * and `requestWithdrawal` do, and with INVALID_INPUT a player who is not excluded.
 */
export async function withdrawExcluded(
  ctx: Context,
  { email, password, otp, amount, ...destination }: ExcludedWithdrawal,
): Promise<{ amount: Paise; balances: Balances }> {
  authorize(ctx, withdrawExcludedVerb.may);
  const user = await userByEmail(ctx.db, email);
  return limitGuesses(ctx, user === undefined ? { identifier: email } : { userId: user.id }, async (requester) => {
    const playerId = await excludedPlayer(ctx, user, { email, password }, requester);
    const available = (await readBalances(ctx.db, [playerId])).get(playerId)?.available;
    const asked = amount ?? available;
    if (asked === undefined) throw new Error(`player ${playerId} has no wallet`);
    const asPlayer = { ...ctx, actor: { kind: 'player', userId: playerId, sessionId: 0n } } as Context;
    const request = { amount: asked, ...destination };
    const { transaction, balances } = await requestWithdrawal(asPlayer, request, async (tx) => {
      await lockUser(tx, playerId);
      await requireSecondFactor(tx, ctx, playerId, otp);
    });
    return { amount: transaction.amount, balances };
  });
}

async function excludedPlayer(
  ctx: Context,
  user: typeof users.$inferSelect | undefined,
  { email, password }: { email: string; password: string },
  requester: Requester,
): Promise<bigint> {
  if (user === undefined) {
    await ctx.passwords.verifyDecoy(password, requester);
    if (await isKeptEmail(ctx.db, ctx, email)) throw badCredentials();
    throw new DomainError('USER_NOT_FOUND', 'User Not Found', { field: 'email' });
  }
  const isRight = await ctx.passwords.verify(user.passwordHash, password, requester);
  if (!isRight || user.status !== 'active') throw badCredentials();
  const { exclusion } = await readPauses(ctx.db, user.id, ctx.now);
  if (exclusion === null) throw invalidInput('email', 'Log in to withdraw: this account is not self-excluded.');
  return user.id;
}
