import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import type { TransactionDecision } from '../../gql/graphql.ts';
import { IdempotencyKeyHolder } from '../../lib/idempotencyKey.ts';
import { words } from '../../messages/words.ts';

const DecideTransaction_Mutation = graphql(`
  mutation DecideTransaction_Mutation($input: DecideTransactionInput!) {
    decideTransaction(input: $input) {
      ... on DecideTransactionPayload {
        transaction {
          id
          ...DecidedPayment_transaction
        }
      }
      ... on AlreadyDecided {
        taken: transaction {
          id
          ...DecidedPayment_transaction
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

export interface Decision {
  readonly transactionId: string;
  readonly decision: TransactionDecision;
  readonly message: string;
  readonly payoutReference: string | null;
}

export type DecisionOutcome =
  | { readonly outcome: 'decided' }
  /** Another admin decided first; the cache contains that decision. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'failed'; readonly text: string };

/** Approves or denies a request. Retried after a lost response with the same key, it is still one decision. */
export function useDecideTransaction() {
  const [mutate, { loading }] = useMutation(DecideTransaction_Mutation);
  const keys = useRef(new IdempotencyKeyHolder());

  const decide = async (decision: Decision): Promise<DecisionOutcome> => {
    try {
      const idempotencyKey = keys.current.for(JSON.stringify(decision));
      const { data } = await mutate({ variables: { input: { ...decision, idempotencyKey } } });
      const result = data?.decideTransaction;
      if (!result) return { outcome: 'failed', text: words.errors.list };
      keys.current.answered(idempotencyKey);
      if (result.__typename === 'DecideTransactionPayload') return { outcome: 'decided' };
      if (result.__typename === 'AlreadyDecided' && result.taken) return { outcome: 'taken' };
      return { outcome: 'failed', text: refusalText(result) };
    } catch (error) {
      return { outcome: 'failed', text: errorText(error) };
    }
  };

  return { decide, deciding: loading };
}
