import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';

const HandOverTicket_Mutation = graphql(`
  mutation HandOverTicket_Mutation($input: HandOverTicketInput!) {
    handOverTicket(input: $input) {
      ... on HandOverTicketPayload {
        ticket {
          id
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const HandBackTicket_Mutation = graphql(`
  mutation HandBackTicket_Mutation($input: HandBackTicketInput!) {
    handBackTicket(input: $input) {
      ... on HandBackTicketPayload {
        ticket {
          id
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const options = { known: { CHANGED_MEANWHILE: support.handed.changed } };
const none = {};

/** Hands a ticket to a team. */
export function useHandOver() {
  return useAction(HandOverTicket_Mutation, options).act;
}

/** Hands a ticket back to support, or takes it back. */
export function useHandBack() {
  const { act, pending } = useAction(HandBackTicket_Mutation, none);
  return { handBack: act, pending };
}
