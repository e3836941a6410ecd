import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { PaymentCard } from './PaymentCard.tsx';
import { PaymentRow } from './PaymentRow.tsx';

export const PaymentLine_transaction = graphql(`
  fragment PaymentLine_transaction on Transaction {
    id
    transactionType
    status
    channel
    amount
    reference
    upiId
    accountNumber
    payee {
      id
      upiId
      accountNumber
    }
    payeeActive
    createdAt
    decidedAt
    decidedBy {
      id
      uid
      name
    }
    player {
      id
      uid
      name
    }
    duplicates {
      id
    }
  }
`);

/** What a line shows, as a row of the table or as a card. */
export interface PaymentLineProps {
  readonly payment: PaymentLine_transactionFragment;
  readonly onDecide: () => void;
}

/** One request in the admin's list. Pending ones can be decided; others only say how they ended, and by whom. */
export function PaymentLine({
  transaction,
  as,
  onDecide,
}: {
  transaction: FragmentType<PaymentLine_transactionFragment>;
  as: 'row' | 'card';
  onDecide: () => void;
}) {
  const { data } = useSuspenseFragment({ fragment: PaymentLine_transaction, from: transaction });
  const Line = as === 'row' ? PaymentRow : PaymentCard;
  return <Line payment={data} onDecide={onDecide} />;
}
