import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';
import { PaymentBrief } from './PaymentBrief.tsx';
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

/** What every form of a line shows. */
export interface PaymentLineProps {
  readonly payment: PaymentLine_transactionFragment;
  readonly onDecide: () => void;
}

const lines = { row: PaymentRow, card: PaymentCard, brief: PaymentBrief };

/** One request in a list of an admin's. Pending ones can be decided; others only say how they ended, and by whom. */
export function PaymentLine({
  transaction,
  as,
  onDecide,
}: {
  transaction: FragmentType<PaymentLine_transactionFragment>;
  as: keyof typeof lines;
  onDecide: () => void;
}) {
  const { data } = useSuspenseFragment({ fragment: PaymentLine_transaction, from: transaction });
  const Line = lines[as];
  return <Line payment={data} onDecide={onDecide} />;
}
