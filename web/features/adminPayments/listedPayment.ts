import type { FragmentType } from '@apollo/client/masking';
import type { PaymentLine_transactionFragment, TransactionOrder } from '../../gql/graphql.ts';

/** The requests of a list, and its order. */
export interface PaymentListProps {
  payments: readonly ({
    readonly id: string;
    readonly status: string;
    readonly transactionType: string;
    readonly amount: string;
  } & FragmentType<PaymentLine_transactionFragment>)[];
  order: TransactionOrder;
  onOrder: (order: TransactionOrder) => void;
}
