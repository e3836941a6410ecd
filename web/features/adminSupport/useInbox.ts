import { useSearchParams } from 'react-router-dom';
import type { TicketStatus } from '../../gql/graphql.ts';

export interface Inbox {
  /** Status filter; null for all tickets. */
  readonly status: TicketStatus | null;
  /** The ticket whose chat is open. */
  readonly ticketId: string | null;
  readonly filter: (status: TicketStatus | null) => void;
  /** URL of a ticket's chat; of the list without a chat if null. */
  readonly addressOf: (ticketId: string | null) => string;
}

/** State of the inbox in its URL, so that going back closes a chat and a chat can be linked to. */
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
