import { useSearchParams } from 'react-router-dom';
import type { TicketAssignment, TicketStatus } from '../../gql/graphql.ts';
import { currentParams } from '../admin/currentParams.ts';

/** What is listed; null: whatever it is. */
export interface TicketFilter {
  readonly status: TicketStatus | null;
  readonly assignment: TicketAssignment | null;
  readonly unread: true | null;
  /** Empty: no search. */
  readonly search: string;
}

export interface Inbox {
  readonly filter: TicketFilter;
  /** The ticket whose chat is open. */
  readonly ticketId: string | null;
  readonly change: (changes: Partial<TicketFilter>) => void;
  /** URL of a ticket's chat; of the list without a chat if null. */
  readonly addressOf: (ticketId: string | null) => string;
}

/** State of the inbox in its URL, so that going back closes a chat, and a chat or a search can be linked to. */
export function useInbox(): Inbox {
  const [query, setQuery] = useSearchParams();
  return {
    filter: filterIn(query),
    ticketId: query.get('ticket'),
    change: (changes) => {
      const params = currentParams();
      for (const [name, value] of Object.entries(changes)) {
        if (value) params.set(name, String(value));
        else params.delete(name);
      }
      setQuery(params, { replace: true });
    },
    addressOf: (ticketId) => {
      const params = new URLSearchParams(query);
      if (ticketId) params.set('ticket', ticketId);
      else params.delete('ticket');
      return `?${params.toString()}`;
    },
  };
}

function filterIn(query: URLSearchParams): TicketFilter {
  const [status, assignment] = [query.get('status'), query.get('assignment')];
  return {
    status: status === 'PENDING' || status === 'SUCCESS' ? status : null,
    assignment: assignment === 'MINE' || assignment === 'UNASSIGNED' ? assignment : null,
    unread: query.get('unread') === 'true' || null,
    search: query.get('search') ?? '',
  };
}
