import type { WalletTransaction } from './transaction.ts';

/** Within what time players are promised a decision: "within a few minutes", generously. */
const PROMISED_MINUTES = 30;

/** When a pending request is overdue; null once it is decided. */
export function promisedBy({ status, createdAt }: WalletTransaction): Date | null {
  return status === 'pending' ? new Date(createdAt.getTime() + PROMISED_MINUTES * 60_000) : null;
}
