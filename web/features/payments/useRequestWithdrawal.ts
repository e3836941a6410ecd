import { useMutation } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { BankAccountInput } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { useIdempotentRequest } from './useIdempotentRequest.ts';

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

type Withdrawal = { readonly amount: string } & (
  { readonly upiId: string } | { readonly bankAccount: BankAccountInput }
);

const known = { INSUFFICIENT_FUNDS: words.withdraw.exceeds };

/** Sends a withdrawal; its amount is held at once. */
export function useRequestWithdrawal() {
  const [mutate, { loading }] = useMutation(RequestWithdrawal_Mutation);
  const requestWithdrawal = useIdempotentRequest<Withdrawal>(
    async (input) => (await mutate({ variables: { input } })).data?.requestWithdrawal,
    known,
  );
  return { requestWithdrawal, requesting: loading };
}
