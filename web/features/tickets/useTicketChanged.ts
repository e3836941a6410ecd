import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const TicketChanged_Subscription = graphql(`
  subscription TicketChanged_Subscription($ticketId: ID) {
    ticketChanged(ticketId: $ticketId) {
      id
      status
      updatedAt
    }
  }
`);

/** Calls back when a ticket (one, or any of the user's own) has a new message or another status; never with `skip`. */
export function useTicketChanged(ticketId: string | null, onChange: () => void, skip = false): void {
  useSubscription(TicketChanged_Subscription, { variables: { ticketId }, ignoreResults: true, onData: onChange, skip });
}
