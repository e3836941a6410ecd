import { useSearchParams } from 'react-router-dom';
import type { TicketStatus } from '../../gql/graphql.ts';

export interface Inbox {
  /** Only these tickets; null for all. */
  readonly status: TicketStatus | null;
  /** The ticket whose chat is open. */
  readonly ticketId: string | null;
  readonly filter: (status: TicketStatus | null) => void;
  /** The address of a ticket's chat; of the bare list without one. */
  readonly addressOf: (ticketId: string | null) => string;
}

/** What the inbox shows, kept in its address: going back closes a chat, and a chat can be linked to. */
export function useInbox(): Inbox {
  const [query, setQuery] = useSearchParams();
  const status = readStatus(query.get('status'));
  return {
    status,
    ticketId: query.get('ticket'),
    filter: (next) => setQuery(next ? { status: next } : {}),
    addressOf: (ticketId) => {
      const address = new URLSearchParams({ ...(status && { status }), ...(ticketId && { ticket: ticketId }) });
      return `?${address.toString()}`;
    },
  };
}

function readStatus(text: string | null): TicketStatus | null {
  return text === 'PENDING' || text === 'SUCCESS' ? text : null;
}
