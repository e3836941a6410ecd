import type { FragmentType } from '@apollo/client/masking';
import type { PaymentLine_transactionFragment, TransactionOrder, TransactionStatus } from '../../gql/graphql.ts';
import type { RequestType } from './useApproveRequests.ts';

/** The requests of a list, which status it is filtered by, and its order. */
export interface PaymentListProps {
  payments: readonly ({
    readonly id: string;
    readonly status: string;
    readonly transactionType: RequestType;
    readonly amount: string;
  } & FragmentType<PaymentLine_transactionFragment>)[];
  /** Null for all. */
  status: TransactionStatus | null;
  order: TransactionOrder;
  onOrder: (order: TransactionOrder) => void;
}
