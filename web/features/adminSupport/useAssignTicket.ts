import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { support as supportWords } from '#messages/admin/support.ts';
import { showToast } from '../../ui/toasts.ts';

const AssignTicket_Mutation = graphql(`
  mutation AssignTicket_Mutation($input: AssignTicketInput!) {
    assignTicket(input: $input) {
      ... on AssignTicketPayload {
        ticket {
          id
          handling {
            assignee {
              id
              name
            }
          }
        }
      }
      ... on TicketHeld {
        holder {
          id
          name
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

interface Assignment {
  readonly ticketId: string;
  /** Null releases it. */
  readonly assigneeId: string | null;
  /** Who has it as far as the screen shows. */
  readonly holderId: string | null;
}

/** Assigns a ticket. Where another admin was sooner, a toast names them, and `onHeld` is called. */
export function useAssignTicket(onHeld: () => void) {
  const { act, pending } = useAction(AssignTicket_Mutation, options);
  const assign = async (assignment: Assignment) => {
    const assigned = await act(assignment);
    if (assigned.problem === null) return;
    const held = assigned.outcome === 'refused' && 'holder' in assigned.refusal ? assigned.refusal : null;
    const support = supportWords;
    const text = held === null ? assigned.problem.text : support.held(held.holder?.name ?? null);
    showToast({ text, tone: 'bad' });
    if (held) onHeld();
  };
  return { assign, assigning: pending };
}

const options = {};
