import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { users } from '../../../db/schema/accounts.ts';
import { transactionClaims, walletTransactions } from '../../../db/schema/wallet.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { walletsChanged, type DomainEvent } from '../ground/verbs/events.ts';
import { notificationAdded, notify, type NotificationAdded } from '../notifications/notify.ts';
import { lockAccounts, moveForTransaction } from './ledger.ts';
import { formatRupees } from '../ground/values/money.ts';
import { referenceOfAnother } from './payoutReference.ts';
import { transactionChanged, transactionSubject, type WalletTransaction } from './transaction.ts';

/** A complete decision. */
export interface CheckedDecision extends Pick<WalletTransaction, 'message' | 'payoutReference' | 'denialReason'> {
  decision: 'APPROVE' | 'DENY';
  /** What is credited or paid out, in paise (creditedAmount). */
  amount: WalletTransaction['amount'];
}

/**
 * Decides a locked pending request in the name of `adminId`: its state, its money, the player's notification and the audit
 * log. `proposedBy` is the UID of the admin who proposed it, where it needed two. Returns the events to publish after the
 * commit. Refuses with INVALID_INPUT the payout reference of another payout.
 */
export async function carryOutDecision(
  tx: Tx,
  ctx: Context,
  pending: WalletTransaction,
  { decision, ...grounds }: CheckedDecision,
  { adminId, proposedBy }: { adminId: bigint; proposedBy?: string },
): Promise<{ transaction: WalletTransaction; events: DomainEvent[] }> {
  const transaction = await update(tx, pending.id, {
    ...grounds,
    status: decision === 'APPROVE' ? 'success' : 'failed',
    ...(grounds.amount !== pending.amount && { requestedAmount: pending.amount }),
    decidedBy: adminId,
    decidedAt: ctx.now,
    updatedAt: ctx.now,
  });
  await tx.delete(transactionClaims).where(eq(transactionClaims.transactionId, transaction.id));
  await moveMoney(tx, transaction);
  const notification = await notifyPlayer(tx, transaction, ctx.now);
  await recordDecision(tx, ctx, transaction, proposedBy);
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
  const approved = transaction.status === 'success';
  if (transaction.transactionType === 'credit' && !approved) return;
  await lockAccounts(tx, transaction.playerId);
  const kind =
    transaction.transactionType === 'credit' ? 'deposit' : approved ? 'withdrawal_payout' : 'withdrawal_return';
  await moveForTransaction(tx, transaction.id, kind, transaction.updatedAt);
}

function notifyPlayer(tx: Tx, transaction: WalletTransaction, at: Date): Promise<NotificationAdded | null> {
  const { id, playerId: userId, amount, requestedAmount, message, denialReason, payoutReference } = transaction;
  const common = { approved: transaction.status === 'success', amountPaise: String(amount), message, denialReason };
  // The decision about a reopened deposit is another one.
  const again = transaction.reopenedAt === null ? '' : `:after:${transaction.reopenedAt.getTime()}`;
  const cause = `transaction:${id}${again}`;
  const requested = requestedAmount === null ? {} : { requestedPaise: String(requestedAmount) };
  return transaction.transactionType === 'credit'
    ? notify(tx, { userId, kind: 'DEPOSIT_DECIDED', data: { ...common, ...requested }, cause, at })
    : notify(tx, { userId, kind: 'WITHDRAWAL_DECIDED', data: { ...common, payoutReference }, cause, at });
}

async function recordDecision(
  tx: Tx,
  ctx: Context,
  transaction: WalletTransaction,
  proposedBy?: string,
): Promise<void> {
  const [player] = await tx.select({ uid: users.uid }).from(users).where(eq(users.id, transaction.playerId));
  const { amount, requestedAmount } = transaction;
  const facts = {
    player: player?.uid,
    transactionType: transaction.transactionType,
    amount: formatRupees(amount),
  };
  await recordAudit(tx, ctx, {
    action: transaction.status === 'success' ? 'transaction:approve' : 'transaction:deny',
    subjectType: 'transaction',
    subject: transactionSubject(transaction),
    before: { ...facts, amount: formatRupees(requestedAmount ?? amount), status: 'pending' },
    after: {
      ...facts,
      status: transaction.status,
      ...(requestedAmount !== null && { requestedAmount: formatRupees(requestedAmount) }),
      payoutReference: transaction.payoutReference,
      ...(transaction.denialReason && { denialReason: transaction.denialReason }),
      ...(proposedBy && { proposedBy }),
    },
    reason: transaction.message,
  });
}
