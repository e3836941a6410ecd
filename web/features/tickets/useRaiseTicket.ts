import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketType } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import type { Message } from '../../ui/MessagePopup.tsx';
import { readDocument } from './readDocument.ts';

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

interface NewTicket {
  readonly ticketType: TicketType;
  readonly description: string;
  readonly file: File | null;
}

/** Raises a ticket and shows the result. */
export function useRaiseTicket() {
  const [mutate, { loading }] = useMutation(RaiseTicket_Mutation);

  const raiseTicket = async ({ ticketType, description, file }: NewTicket): Promise<Message> => {
    try {
      const document = file && (await readDocument(file));
      const { data } = await mutate({ variables: { input: { ticketType, description, document } } });
      const result = data?.raiseTicket;
      if (result?.__typename === 'RaiseTicketPayload') return { text: words.tickets.success, tone: 'good' };
      return { text: result ? refusalText(result) : words.errors.list, tone: 'bad' };
    } catch (error) {
      return { text: errorText(error), tone: 'bad' };
    }
  };

  return { raiseTicket, raising: loading };
}
