import { useEffect } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { useMay } from '../admin/useMay.ts';
import type { PanelTicket } from './panelTicket.ts';

const MarkTicketRead_Mutation = graphql(`
  mutation MarkTicketRead_Mutation($input: MarkTicketReadInput!) {
    markTicketRead(input: $input) {
      ... on MarkTicketReadPayload {
        ticket {
          id
          handling {
            unread
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Marks the ticket that is shown as read, up to its newest message; not for those who only read, such as auditors. */
export function useMarkRead({ id, handling, messages }: PanelTicket): void {
  const { act } = useAction(MarkTicketRead_Mutation, options);
  const may = useMay()('TICKET_MARK_READ');
  const unread = handling?.unread === true;
  const messageId = messages.edges.at(-1)?.node.id ?? null;
  useEffect(() => {
    if (may && unread) void act({ ticketId: id, messageId });
  }, [act, may, unread, id, messageId]);
}

const options = {};
