import { useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { isNarrowed, type PaymentFilter } from './paymentFilter.ts';

const NewPayments_Subscription = graphql(`
  subscription NewPayments_Subscription {
    transactionChanged {
      id
      status
      transactionType
      proposal {
        id
        ...ProposalNotice_proposal
      }
      ...DecidedPayment_transaction
      ...PaymentLine_transaction
    }
  }
`);

/**
 * Follows all requests: decided ones are updated in the cache, and those that arrived after the list was fetched and
 * match its filter are counted until `seen` is called. `onChange` is called for each.
 */
export function useNewPayments(filter: PaymentFilter, shown: ReadonlySet<string>, onChange?: () => void) {
  const [arrived, setArrived] = useState<readonly string[]>([]);
  useSubscription(NewPayments_Subscription, {
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (!data) return;
      onChange?.();
      const { id, status, transactionType } = data.transactionChanged;
      const belongs =
        status === 'PENDING' &&
        (filter.status ?? 'PENDING') === 'PENDING' &&
        (filter.transactionType ?? transactionType) === transactionType &&
        !isNarrowed(filter);
      setArrived((before) => {
        const others = before.filter((one) => one !== id);
        return belongs ? [...others, id] : others;
      });
    },
  });
  return { count: arrived.filter((id) => !shown.has(id)).length, seen: () => setArrived([]) };
}
