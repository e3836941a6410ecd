import { useSearchParams } from 'react-router-dom';
import type { TicketAssignment, TicketHanded, TicketOrder, TicketStatus } from '../../gql/graphql.ts';
import { currentParams } from '../admin/currentParams.ts';

/** What is listed; null: whatever it is. */
export interface TicketFilter {
  readonly status: TicketStatus | null;
  readonly assignment: TicketAssignment | null;
  readonly unread: true | null;
  readonly handed: TicketHanded | null;
  /** Empty: no search. */
  readonly search: string;
}

export interface Inbox {
  readonly filter: TicketFilter;
  readonly order: TicketOrder;
  /** The ticket whose chat is open. */
  readonly ticketId: string | null;
  readonly change: (changes: Partial<TicketFilter & { readonly order: TicketOrder }>) => void;
  /** URL of a ticket's chat; of the list without a chat if null. */
  readonly addressOf: (ticketId: string | null) => string;
}

/** State of the inbox in its URL, so that going back closes a chat, and a chat or a search can be linked to. */
export function useInbox(): Inbox {
  const [query, setQuery] = useSearchParams();
  return {
    filter: filterIn(query),
    order: query.get('order') === 'NEWEST' ? 'NEWEST' : 'LONGEST_WAITING',
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
  const [status, assignment, handed] = [query.get('status'), query.get('assignment'), query.get('handed')];
  return {
    status: status === 'PENDING' || status === 'SUCCESS' ? status : null,
    assignment: assignment === 'MINE' || assignment === 'UNASSIGNED' ? assignment : null,
    unread: query.get('unread') === 'true' || null,
    handed: handed === 'TO_ME' || handed === 'TO_ANYBODY' ? handed : null,
    search: query.get('search') ?? '',
  };
}
