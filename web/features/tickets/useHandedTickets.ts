import { useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';

const HandedTickets_Subscription = graphql(`
  subscription HandedTickets_Subscription {
    handedTicketsChanged {
      count
    }
  }
`);

/** Calls back when a ticket was handed to a team, handed back or resolved there; never with `skip`. */
export function useHandedTickets(onChange: () => void, skip: boolean): void {
  useSubscription(HandedTickets_Subscription, { ignoreResults: true, onData: onChange, skip });
}
