import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { updatedWhat } from '#messages/admin/updatedWhat.ts';

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
  const { act, pending } = useAction(ResolveTicket_Mutation, options);
  return { resolveTicket: (ticketId: string) => act({ ticketId }), resolving: pending };
}

const options = { toast: () => updatedWhat.resolved };
