import type { WalletTransaction } from '../wallet/transaction.ts';
import type { StatementLine } from './statementLines.ts';

/** Whether nothing is decided about a line yet. */
export function isOpen({ state }: Pick<StatementLine, 'state'>): boolean {
  return state === 'unmatched' || state === 'proposed';
}

/** Whether a line may be the credit by which the bank sent this payout back (returnPayout). */
export function mayReturn(
  line: Pick<StatementLine, 'direction' | 'amount' | 'state'>,
  { transactionType, amount, status }: Pick<WalletTransaction, 'transactionType' | 'amount' | 'status'>,
): boolean {
  const isPaid = transactionType === 'debit' && status === 'success';
  return isPaid && line.direction === 'credit' && isOpen(line) && amount === line.amount;
}

/**
 * Whether a line may be matched with a request, as guard_statement_line has it: of its amount and direction, a deposit to the same
 * payee that isn't denied, or a payout that was made; a deposit that waits and whose reference's key the line has, whatever its amount; none that was
 * made of a line.
 */
export function fits(
  line: Pick<StatementLine, 'direction' | 'amount' | 'payeeId' | 'tokens'>,
  request: Pick<
    WalletTransaction,
    'transactionType' | 'amount' | 'status' | 'payeeId' | 'referenceKey' | 'creditedLineId'
  >,
): boolean {
  const { transactionType, amount, status, payeeId, referenceKey } = request;
  const hasKey = referenceKey !== null && line.tokens.includes(referenceKey);
  const sameAmount = amount === line.amount || (status === 'pending' && hasKey);
  if (transactionType !== line.direction || !sameAmount || request.creditedLineId !== null) return false;
  return transactionType === 'credit'
    ? payeeId === line.payeeId && (status === 'pending' || status === 'success')
    : status === 'success' || status === 'returned';
}
