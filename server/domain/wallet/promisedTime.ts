import type { WalletTransaction } from './transaction.ts';

/** Within what time players are promised a decision: "within a few minutes", generously. */
const PROMISED_MINUTES = 30;
/** Within what time an approved withdrawal is promised to be paid: banks take bulk files once a day. */
export const PAYOUT_HOURS = 24;

/** When a request that waits for a decision, or for its payment, is overdue; null once neither is. */
export function promisedBy(transaction: WalletTransaction): Date | null {
  const { status, createdAt } = transaction;
  return status === 'pending'
    ? new Date(createdAt.getTime() + PROMISED_MINUTES * 60_000)
    : payoutPromisedBy(transaction);
}

/** By when the player is promised the money of a withdrawal that is being paid; null for every other request. */
export function payoutPromisedBy({ status, approvedAt }: WalletTransaction): Date | null {
  return status === 'approved' && approvedAt ? new Date(approvedAt.getTime() + PAYOUT_HOURS * 3_600_000) : null;
}
