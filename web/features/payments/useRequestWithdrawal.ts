import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { withdraw } from '#messages/withdraw.ts';
import { useAfterRequest } from './useAfterRequest.ts';

const RequestWithdrawal_Mutation = graphql(`
  mutation RequestWithdrawal_Mutation($input: RequestWithdrawalInput!) {
    requestWithdrawal(input: $input) {
      ... on RequestWithdrawalPayload {
        transaction {
          id
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

/** Sends a withdrawal, whose amount is held at once, then shows its status. */
export function useRequestWithdrawal() {
  return useAfterRequest(useAction(RequestWithdrawal_Mutation, options).act);
}

const options = {
  keyed: true,
  known: { INSUFFICIENT_FUNDS: withdraw.exceeds },
  fields: { INSUFFICIENT_FUNDS: 'amount' },
} as const;
