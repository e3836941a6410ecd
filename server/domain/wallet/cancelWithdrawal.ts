import { eq } from 'drizzle-orm';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { walletsChanged } from '../ground/verbs/events.ts';
import { requirePlayer } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { withIdempotency } from './idempotency.ts';
import { lockAccounts, moveForTransaction, type Balances } from './ledger.ts';
import { paise } from '../ground/values/money.ts';
import { asDecided, rememberedMovement } from './rememberedTransaction.ts';
import {
  lockTransaction,
  noSuchTransaction,
  refuseDecided,
  transactionChanged,
  type WalletTransaction,
} from './transaction.ts';

const remembered = rememberedMovement(asDecided);

export const cancelWithdrawalVerb = verb({
  name: 'cancelWithdrawal',
  may: 'withdrawal:cancel',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['NOT_FOUND', 'ALREADY_DECIDED', 'WITHDRAWAL_FINAL'],
});

/**
 * Cancels the player's own withdrawal while it is undecided: the held amount becomes available again. Refuses with
 * NOT_FOUND what is not a withdrawal of this player, with ALREADY_DECIDED what is no longer pending, with WITHDRAWAL_FINAL every
 * one of real money: money on its way out is not to be gambled away.
 */
export async function cancelWithdrawal(
  ctx: Context,
  { transactionId, idempotencyKey }: { transactionId: bigint; idempotencyKey?: string | undefined },
): Promise<{ transaction: WalletTransaction; balances: Balances; replayed: boolean }> {
  const playerId = requirePlayer(ctx, cancelWithdrawalVerb.may);
  const call = { verb: cancelWithdrawalVerb, remembered, key: idempotencyKey, payload: { transactionId } };

  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const pending = await lockTransaction(tx, transactionId);
    if (pending?.playerId !== playerId || pending.transactionType !== 'debit') throw noSuchTransaction();
    refuseDecided(pending);
    if (ctx.config.moneyMode === 'real') throw withdrawalFinal();
    const [transaction] = await tx
      .update(walletTransactions)
      .set({ status: 'cancelled', decidedAt: ctx.now, updatedAt: ctx.now })
      .where(eq(walletTransactions.id, transactionId))
      .returning();
    if (transaction === undefined) throw new Error('a locked transaction vanished');
    const accounts = await lockAccounts(tx, playerId);
    await moveForTransaction(tx, transactionId, 'withdrawal_return', ctx.now);
    const { amount } = transaction;
    const balances = { available: paise(accounts.available + amount), held: paise(accounts.held - amount) };
    return { transaction, balances };
  });
  if (!replayed) ctx.events.publish(transactionChanged(answer.transaction), ...walletsChanged([playerId]));
  return { ...answer, replayed };
}

function withdrawalFinal(): DomainError {
  return new DomainError('WITHDRAWAL_FINAL', 'A withdrawal can’t be cancelled once it is requested.');
}
