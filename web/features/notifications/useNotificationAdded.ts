import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const NotificationAdded_Subscription = graphql(`
  subscription NotificationAdded_Subscription {
    notificationAdded {
      id
    }
  }
`);

/** Calls back for each new notification. */
export function useNotificationAdded(onAdded: () => void): void {
  useSubscription(NotificationAdded_Subscription, { ignoreResults: true, onData: onAdded });
}
