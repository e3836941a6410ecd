import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { tickets } from '#messages/tickets.ts';
import { withDocument } from './readDocument.ts';

const SendTicketMessage_Mutation = graphql(`
  mutation SendTicketMessage_Mutation($input: SendTicketMessageInput!) {
    sendTicketMessage(input: $input) {
      ... on SendTicketMessagePayload {
        ticket {
          id
          status
          updatedAt
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Sends a message in a ticket's chat, with a file or without one. */
export function useSendTicketMessage(ticketId: string) {
  const { act } = useAction(SendTicketMessage_Mutation, options);
  return (message: string, file: File | null) => act(withDocument({ ticketId, message }, file));
}

const options = { unanswered: tickets.sendFailed };
