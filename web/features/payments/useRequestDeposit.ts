import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { deposit } from '#messages/deposit.ts';
import { useAfterRequest } from './useAfterRequest.ts';

const RequestDeposit_Mutation = graphql(`
  mutation RequestDeposit_Mutation($input: RequestDepositInput!) {
    requestDeposit(input: $input) {
      ... on RequestDepositPayload {
        transaction {
          id
          ...TransactionSummary_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Sends a deposit for approval, then shows its status. */
export function useRequestDeposit() {
  return useAfterRequest(useAction(RequestDeposit_Mutation, options).act);
}

const options = {
  keyed: true,
  known: { REFERENCE_TAKEN: deposit.referenceTaken },
  fields: { REFERENCE_TAKEN: 'reference', INSUFFICIENT_FUNDS: 'amount' },
} as const;
