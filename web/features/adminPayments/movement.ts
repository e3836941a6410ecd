import type { TransactionStatus, TransactionType } from '../../gql/graphql.ts';

interface Movement {
  readonly transactionType: TransactionType;
  readonly status: TransactionStatus;
}

/** How an amount is shown: with its sign while it is to move and once it has, without one when it came to nothing. */
export function movementOf({ transactionType, status }: Movement): 'credit' | 'debit' | undefined {
  if (status === 'FAILED' || status === 'CANCELLED') return undefined;
  return transactionType === 'CREDIT' ? 'credit' : 'debit';
}
