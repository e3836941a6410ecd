import type { Tx } from '../../../db/client.ts';
import { notify, type NotificationAdded } from '../notifications/notify.ts';
import type { WalletTransaction } from './transaction.ts';

/** Notifies the player of the decision: of a withdrawal that it is being paid, and again when it is paid or denied. */
export function tellDecision(tx: Tx, transaction: WalletTransaction, at: Date): Promise<NotificationAdded | null> {
  const { id, playerId: userId, amount, requestedAmount, message, denialReason, payoutReference } = transaction;
  if (transaction.status === 'approved') return tellStep(tx, transaction, 'WITHDRAWAL_APPROVED', at);
  const common = { approved: transaction.status === 'success', amountPaise: String(amount), message, denialReason };
  // The decision about a reopened deposit is another one.
  const again = transaction.reopenedAt === null ? '' : `:after:${transaction.reopenedAt.getTime()}`;
  const cause = `transaction:${id}${again}`;
  const requested = requestedAmount === null ? {} : { requestedPaise: String(requestedAmount) };
  return transaction.transactionType === 'credit'
    ? notify(tx, { userId, kind: 'DEPOSIT_DECIDED', data: { ...common, ...requested }, cause, at })
    : notify(tx, { userId, kind: 'WITHDRAWAL_DECIDED', data: { ...common, payoutReference }, cause, at });
}

/** A step of a request between asking for it and its end. */
type StepKind = 'DEPOSIT_REOPENED' | 'WITHDRAWAL_APPROVED' | 'WITHDRAWAL_WAITS_AGAIN' | 'WITHDRAWAL_RETURNED';

/** Notifies the player of a step of their request. */
export function tellStep(
  tx: Tx,
  transaction: WalletTransaction,
  kind: StepKind,
  at: Date,
): Promise<NotificationAdded | null> {
  const { id, playerId: userId, amount } = transaction;
  return notify(tx, {
    userId,
    kind,
    data: { amountPaise: String(amount) },
    cause: `transaction:${id}:${kind}:${at.getTime()}`,
    at,
  });
}
