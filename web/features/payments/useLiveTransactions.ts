import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const LiveTransactions_Subscription = graphql(`
  subscription LiveTransactions_Subscription {
    transactionChanged {
      id
      status
      updatedAt
      decidedAt
      message
      denialReason
      payoutReference
    }
  }
`);

/** While mounted, decided requests are updated in the cache. */
export function useLiveTransactions(onChange?: () => void): void {
  useSubscription(LiveTransactions_Subscription, { ignoreResults: true, onData: () => onChange?.() });
}
