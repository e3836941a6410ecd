import { useMutation } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { useIdempotentRequest } from './useIdempotentRequest.ts';

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

interface Deposit {
  readonly amount: string;
  readonly reference: string;
  readonly payeeId: string;
}

const known = { REFERENCE_TAKEN: words.deposit.referenceTaken };

/** Sends a deposit for approval. */
export function useRequestDeposit() {
  const [mutate, { loading }] = useMutation(RequestDeposit_Mutation);
  const requestDeposit = useIdempotentRequest<Deposit>(
    async (input) => (await mutate({ variables: { input } })).data?.requestDeposit,
    known,
  );
  return { requestDeposit, requesting: loading };
}
