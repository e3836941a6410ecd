import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { transactionClaims, walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { walletsChanged, type DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { lockAccounts, moveForTransaction } from './ledger.ts';
import { referenceOfAnother } from './payoutReference.ts';
import { recordStep } from './recordStep.ts';
import { tellDecision } from './tellPlayer.ts';
import { transactionChanged, type WalletTransaction } from './transaction.ts';

/** A complete decision. */
export interface CheckedDecision extends Pick<WalletTransaction, 'message' | 'payoutReference' | 'denialReason'> {
  decision: 'APPROVE' | 'DENY';
  /** What is credited or paid out, in paise (creditedAmount). */
  amount: WalletTransaction['amount'];
  /** Withdrawal, approved: it is paid already. Else it is being paid from now on. */
  paid?: boolean;
  /** The line of a statement of which two admins credit it. */
  creditedLineId?: bigint;
}

/**
 * Decides a locked request in the name of `adminId`, one that waits, or a withdrawal that is being paid: its state, its money, the player's notification and the audit
 * log. `proposedBy` is the UID of the admin who proposed it, where it needed two. Returns the events to publish after the
 * commit. Refuses with INVALID_INPUT the payout reference of another payout.
 */
export async function carryOutDecision(
  tx: Tx,
  ctx: Context,
  before: WalletTransaction,
  { decision, paid = false, ...grounds }: CheckedDecision,
  { adminId, proposedBy }: { adminId: bigint; proposedBy?: string },
): Promise<{ transaction: WalletTransaction; events: DomainEvent[] }> {
  const beingPaid = decision === 'APPROVE' && before.transactionType === 'debit' && !paid;
  const transaction = await update(tx, before.id, {
    ...grounds,
    message: grounds.message ?? before.message,
    ...(grounds.amount !== before.amount && { requestedAmount: before.amount }),
    ...(beingPaid
      ? { status: 'approved', approvedBy: adminId, approvedAt: ctx.now }
      : { status: decision === 'APPROVE' ? 'success' : 'failed', decidedBy: adminId, decidedAt: ctx.now }),
    updatedAt: ctx.now,
  });
  await tx.delete(transactionClaims).where(eq(transactionClaims.transactionId, transaction.id));
  await moveMoney(tx, transaction);
  const notification = await tellDecision(tx, transaction, ctx.now);
  const action =
    decision === 'DENY' ? 'transaction:deny' : before.status === 'approved' ? 'transaction:pay' : 'transaction:approve';
  await recordStep(tx, ctx, { action, before, after: transaction, reason: transaction.message, proposedBy });
  const events = [transactionChanged(transaction), ...walletsChanged([transaction.playerId])];
  return { transaction, events: notification ? [...events, notificationAdded(notification)] : events };
}

/** Refuses with INVALID_INPUT the payout reference of another payout. */
async function update(tx: Tx, transactionId: bigint, decided: Partial<WalletTransaction>): Promise<WalletTransaction> {
  const [transaction] = await tx
    .update(walletTransactions)
    .set(decided)
    .where(eq(walletTransactions.id, transactionId))
    .returning()
    .catch((error: unknown) => {
      if (!violates(error, 'wallet_transactions_payout_claim_unique')) throw error;
      throw referenceOfAnother();
    });
  if (transaction === undefined) throw new Error('a locked transaction vanished');
  return transaction;
}

async function moveMoney(tx: Tx, transaction: WalletTransaction): Promise<void> {
  const { transactionType, status } = transaction;
  if (status === 'approved' || (transactionType === 'credit' && status === 'failed')) return;
  await lockAccounts(tx, transaction.playerId);
  const kind =
    transactionType === 'credit' ? 'deposit' : status === 'success' ? 'withdrawal_payout' : 'withdrawal_return';
  await moveForTransaction(tx, transaction.id, kind, transaction.updatedAt);
}
