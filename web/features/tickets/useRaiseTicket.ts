import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketType } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import type { Message } from '../../ui/MessagePopup.tsx';
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

interface NewTicket {
  readonly ticketType: TicketType;
  readonly description: string;
  readonly file: File | null;
}

/** Raises a ticket and shows the result. */
export function useRaiseTicket() {
  const { act, pending } = useAction(RaiseTicket_Mutation, {});
  const raiseTicket = async ({ file, ...ticket }: NewTicket): Promise<Message> => {
    const { problem } = await act(withDocument(ticket, file));
    return problem ? { text: problem.text, tone: 'bad' } : { text: words.tickets.success, tone: 'good' };
  };
  return { raiseTicket, raising: pending };
}
