import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import type { BankAccountInput } from '../../gql/graphql.ts';
import { KeptKey } from '../../lib/idempotencyKey.ts';
import { words } from '../../messages/words.ts';
import type { Requested } from './useRequestMessage.ts';

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

/** Sends a withdrawal for payment; its amount is held at once. Sent again after a lost answer, it is still one request. */
export function useRequestWithdrawal() {
  const [mutate, { loading }] = useMutation(RequestWithdrawal_Mutation);
  const keys = useRef(new KeptKey());

  const requestWithdrawal = async (withdrawal: Withdrawal): Promise<Requested> => {
    try {
      const idempotencyKey = keys.current.for(JSON.stringify(withdrawal));
      const { data } = await mutate({ variables: { input: { ...withdrawal, idempotencyKey } } });
      const result = data?.requestWithdrawal;
      if (!result) return { outcome: 'failed', text: words.errors.list };
      keys.current.answered();
      return result.__typename === 'RequestWithdrawalPayload'
        ? { outcome: 'requested', transactionId: result.transaction.id }
        : { outcome: 'failed', text: refusalText(result, withdrawalWords) };
    } catch (error) {
      return { outcome: 'failed', text: errorText(error) };
    }
  };

  return { requestWithdrawal, requesting: loading };
}

const withdrawalWords = { INVALID_INPUT: words.errors.invalidPayload, INSUFFICIENT_FUNDS: words.withdraw.exceeds };
