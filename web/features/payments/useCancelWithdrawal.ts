import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { transactions } from '#messages/transactions.ts';

const CancelWithdrawal_Mutation = graphql(`
  mutation CancelWithdrawal_Mutation($input: CancelWithdrawalInput!) {
    cancelWithdrawal(input: $input) {
      ... on CancelWithdrawalPayload {
        transaction {
          id
          amount
          ...TransactionSummary_transaction
        }
        wallet {
          id
          available
          held
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Cancels a withdrawal that has not been decided. */
export function useCancelWithdrawal() {
  const { act, pending } = useAction(CancelWithdrawal_Mutation, {
    keyed: true,
    toast: ({ transaction }) => transactions.cancelDone(formatMoney(transaction.amount)),
  });
  return { cancelWithdrawal: (transactionId: string) => act({ transactionId }), cancelling: pending };
}
