import { useMutation } from '@apollo/client/react';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { readDocument } from './readDocument.ts';

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
  const [mutate, { loading }] = useMutation(SendTicketMessage_Mutation);

  const sendMessage = async (message: string, file: File | null): Promise<string | null> => {
    try {
      const document = file && (await readDocument(file));
      const { data } = await mutate({ variables: { input: { ticketId, message, document } } });
      const result = data?.sendTicketMessage;
      if (result?.__typename === 'SendTicketMessagePayload') return null;
      return result ? refusalText(result) : words.tickets.sendFailed;
    } catch {
      return words.tickets.sendFailed;
    }
  };

  return { sendMessage, sending: loading };
}
