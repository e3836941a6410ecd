import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';

/** A request to deposit (credit) or withdraw (debit). */
export type WalletTransaction = typeof walletTransactions.$inferSelect;

/** Reads and locks a transaction, so that no other admin can decide it until the caller has. */
export async function lockTransaction(tx: Tx, transactionId: bigint): Promise<WalletTransaction | undefined> {
  const [row] = await tx
    .select()
    .from(walletTransactions)
    .where(eq(walletTransactions.id, transactionId))
    .for('update');
  return row;
}

/** Reads a transaction of any player. */
export async function lookUp({ db }: Pick<Context, 'db'>, id: bigint): Promise<WalletTransaction | undefined> {
  const [row] = await db.select().from(walletTransactions).where(eq(walletTransactions.id, id));
  return row;
}

/** Refuses a second decision, naming the transaction so that its state can be shown. */
export function refuseDecided(transaction: WalletTransaction): void {
  if (transaction.status !== 'pending') throw alreadyDecided(transaction);
}

/** ALREADY_DECIDED for a request that is past this step: what was done, and which one it is. */
export function alreadyDecided({ id, status, transactionType }: WalletTransaction): DomainError {
  const done: Record<WalletTransaction['status'], string> = {
    pending: 'returned to the queue',
    approved: 'approved',
    success: transactionType === 'credit' ? 'approved' : 'paid',
    failed: 'denied',
    cancelled: 'cancelled by the player',
    returned: 'paid, and sent back by the bank',
  };
  return new DomainError('ALREADY_DECIDED', `This transaction was already ${done[status]}.`, { transactionId: id });
}

export function noSuchTransaction(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such transaction.', { field: 'transactionId' });
}

export function transactionChanged({ id, playerId }: Pick<WalletTransaction, 'id' | 'playerId'>): DomainEvent {
  return { type: 'transactionChanged', transactionId: String(id), playerId: String(playerId) };
}

/** Its name in the audit log: the payment's reference, or the account of a payout. */
export function transactionSubject({ reference, upiId, accountNumber }: WalletTransaction): string {
  return reference ?? upiId ?? accountNumber ?? '';
}
