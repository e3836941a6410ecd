import { useMutation } from '@apollo/client/react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { showToast } from '../../ui/toasts.ts';

const ResolveTicket_Mutation = graphql(`
  mutation ResolveTicket_Mutation($input: ResolveTicketInput!) {
    resolveTicket(input: $input) {
      ... on ResolveTicketPayload {
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

/** Resolves a ticket and shows the result. */
export function useResolveTicket() {
  const [mutate, { loading }] = useMutation(ResolveTicket_Mutation);

  const resolveTicket = async (ticketId: string): Promise<void> => {
    try {
      const { data } = await mutate({ variables: { input: { ticketId } } });
      const result = data?.resolveTicket;
      if (result?.__typename === 'ResolveTicketPayload') showToast({ text: words.admin.updated, tone: 'good' });
      else if (result) showToast({ text: refusalText(result), tone: 'bad' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'bad' });
    }
  };

  return { resolveTicket, resolving: loading };
}
