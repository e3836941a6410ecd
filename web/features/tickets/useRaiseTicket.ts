import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketType } from '../../gql/graphql.ts';
import { withDocument } from './readDocument.ts';

const RaiseTicket_Mutation = graphql(`
  mutation RaiseTicket_Mutation($input: RaiseTicketInput!) {
    raiseTicket(input: $input) {
      ... on RaiseTicketPayload {
        ticket {
          id
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Raises a ticket, with a file or without one. */
export function useRaiseTicket() {
  const { act } = useAction(RaiseTicket_Mutation, {});
  return (ticket: { readonly ticketType: TicketType; readonly description: string }, file: File | null) =>
    act(withDocument(ticket, file));
}
