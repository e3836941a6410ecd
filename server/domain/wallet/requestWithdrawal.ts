import type { Tx } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { walletsChanged } from '../ground/verbs/events.ts';
import { refusePaused } from '../ground/refusals/pauseNotice.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { parseBankAccount, parseUpiId, type BankAccount } from './destination.ts';
import { withIdempotency } from './idempotency.ts';
import { lockAccounts, moveForTransaction, type Balances } from './ledger.ts';
import { checkAmount, paise } from '../ground/values/money.ts';
import { asRequested, rememberedMovement } from './rememberedTransaction.ts';
import { refuseManyPending, refuseSmallWithdrawal } from './requestBounds.ts';
import { transactionChanged, type WalletTransaction } from './transaction.ts';

export interface WithdrawalRequest {
  amount: Paise;
  /** Exactly one of the two destinations. */
  upiId?: string | undefined;
  bankAccount?: BankAccount | undefined;
  idempotencyKey?: string | undefined;
}

const remembered = rememberedMovement(asRequested);

export const requestWithdrawalVerb = verb({
  name: 'requestWithdrawal',
  may: 'withdrawal:request',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['INSUFFICIENT_FUNDS', 'PAUSED', 'TOO_MANY_OPEN', 'BELOW_MINIMUM'],
});

/**
 * Requests a payout. The amount is held at once, until an admin decides or the player cancels. Refuses with
 * INSUFFICIENT_FUNDS more than is available, with INVALID_INPUT a wrong amount or destination, with PAUSED while an operator has
 * paused withdrawals, with BELOW_MINIMUM less than the smallest one, with TOO_MANY_OPEN while 10 of the player's wait. `checkFirst` runs first in
 * its transaction, unless the idempotency key is a known one.
 */
export async function requestWithdrawal(
  ctx: Context,
  request: WithdrawalRequest,
  checkFirst?: (tx: Tx) => Promise<void>,
): Promise<{ transaction: WalletTransaction; balances: Balances; replayed: boolean }> {
  const playerId = requirePlayer(ctx, requestWithdrawalVerb.may);
  const { amount, idempotencyKey } = request;
  checkAmount(amount);
  const destination = destinationOf(request);
  const call = { verb: requestWithdrawalVerb, remembered, key: idempotencyKey, payload: { amount, ...destination } };

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    await refusePaused(tx, 'withdrawals');
    await checkFirst?.(tx);
    const accounts = await lockAccounts(tx, playerId);
    if (amount > accounts.available) {
      throw new DomainError('INSUFFICIENT_FUNDS', 'Entered amount exceeds available wallet balance.', {
        field: 'amount',
        availablePaise: accounts.available,
      });
    }
    await refuseSmallWithdrawal(tx, amount, accounts.available);
    await refuseManyPending(tx, { playerId, transactionType: 'debit' });
    const [transaction] = await tx
      .insert(walletTransactions)
      .values({
        playerId,
        transactionType: 'debit',
        amount,
        ...destination,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning();
    if (transaction === undefined) throw new Error('a new withdrawal was not returned');
    await moveForTransaction(tx, transaction.id, 'withdrawal_hold', ctx.now);
    const balances = { available: paise(accounts.available - amount), held: paise(accounts.held + amount) };
    return { transaction, balances };
  });
  if (!replayed) ctx.events.publish(transactionChanged(answer.transaction), ...walletsChanged([playerId]));
  return { ...answer, replayed };
}

function destinationOf({ upiId, bankAccount }: WithdrawalRequest) {
  if (upiId !== undefined && bankAccount === undefined) return { channel: 'upi' as const, upiId: parseUpiId(upiId) };
  if (bankAccount !== undefined && upiId === undefined) {
    return { channel: 'bank' as const, ...parseBankAccount(bankAccount) };
  }
  throw invalidInput('upiId', 'either upiId or bankAccount must be given, and not both');
}
