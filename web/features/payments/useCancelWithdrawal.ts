import { useMutation } from '@apollo/client/react';
import { useRef } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { IdempotencyKeyHolder } from '../../lib/idempotencyKey.ts';
import { formatMoney } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { showToast } from '../../ui/toasts.ts';

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
  const [mutate, { loading }] = useMutation(CancelWithdrawal_Mutation);
  const keys = useRef(new IdempotencyKeyHolder());

  const cancelWithdrawal = async (transactionId: string): Promise<void> => {
    try {
      const idempotencyKey = keys.current.for(transactionId);
      const { data } = await mutate({ variables: { input: { transactionId, idempotencyKey } } });
      const result = data?.cancelWithdrawal;
      if (!result) {
        showToast({ text: words.errors.list, tone: 'bad' });
        return;
      }
      keys.current.answered(idempotencyKey);
      if (result.__typename === 'CancelWithdrawalPayload') {
        showToast({ text: words.transactions.cancelDone(formatMoney(result.transaction.amount)), tone: 'good' });
      } else {
        showToast({ text: refusalText(result), tone: 'bad' });
      }
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
  };

  return { cancelWithdrawal, cancelling: loading };
}
