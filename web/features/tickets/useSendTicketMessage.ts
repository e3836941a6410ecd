import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
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

/** Sends a message in a ticket's chat. Resolves to null, or to the error message. */
export function useSendTicketMessage(ticketId: string) {
  const { act, pending } = useAction(SendTicketMessage_Mutation, options);
  const sendMessage = async (message: string, file: File | null): Promise<string | null> =>
    (await act(withDocument({ ticketId, message }, file))).problem?.text ?? null;
  return { sendMessage, sending: pending };
}

const options = { unanswered: words.tickets.sendFailed };
