import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { KeptKey } from '../../lib/idempotencyKey.ts';
import { words } from '../../messages/words.ts';
import type { Requested } from './useRequestMessage.ts';

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

/** Sends a deposit for approval. Sent again after a lost answer, it is still one request. */
export function useRequestDeposit() {
  const [mutate, { loading }] = useMutation(RequestDeposit_Mutation);
  const keys = useRef(new KeptKey());

  const requestDeposit = async (deposit: Deposit): Promise<Requested> => {
    try {
      const idempotencyKey = keys.current.for(JSON.stringify(deposit));
      const { data } = await mutate({ variables: { input: { ...deposit, idempotencyKey } } });
      const result = data?.requestDeposit;
      if (!result) return { outcome: 'failed', text: words.errors.list };
      keys.current.answered();
      return result.__typename === 'RequestDepositPayload'
        ? { outcome: 'requested', transactionId: result.transaction.id }
        : { outcome: 'failed', text: refusalText(result, depositWords) };
    } catch (error) {
      return { outcome: 'failed', text: errorText(error) };
    }
  };

  return { requestDeposit, requesting: loading };
}

const depositWords = { INVALID_INPUT: words.errors.invalidPayload, REFERENCE_TAKEN: words.errors.invalidPayload };
