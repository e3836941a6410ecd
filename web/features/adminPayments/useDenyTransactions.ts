import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';

const DenyTransactions_Mutation = graphql(`
  mutation DenyTransactions_Mutation($input: DenyTransactionsInput!) {
    denyTransactions(input: $input) {
      ... on DenyTransactionsPayload {
        denials {
          denied
          refusal {
            code
            message
          }
          transaction {
            id
            ...DecidedPayment_transaction
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Denies several requests with one reason. Retried after a lost response with the same key, each is still denied once. */
export function useDenyTransactions() {
  return useAction(DenyTransactions_Mutation, options);
}

const options = { keyed: true } as const;
