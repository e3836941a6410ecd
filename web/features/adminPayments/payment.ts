import { graphql } from '../../gql/gql.ts';
import type { PaymentLine_transactionFragment } from '../../gql/graphql.ts';

/** Fields that every presentation of a request shows. */
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
    promisedBy
    proposal {
      id
    }
    claim {
      until
      admin {
        id
        uid
        name
      }
    }
    createdAt
    decidedAt
    approvedBy {
      id
      name
    }
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
    playerFlags
    duplicates {
      id
    }
    heldBack {
      ...HeldPayout_hold @unmask
    }
    statementLine {
      id
      day
    }
  }
`);

/** Props of every presentation of a request. */
export interface PaymentLineProps {
  readonly payment: PaymentLine_transactionFragment;
  readonly onDecide: () => void;
}
