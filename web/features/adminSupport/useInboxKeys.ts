import { useNavigate } from 'react-router-dom';
import { focusedRow, focusRow, neighbour } from '../admin/rowFocus.ts';
import { useListKeys } from '../admin/useListKeys.ts';
import type { Inbox } from './useInbox.ts';

interface InboxKeys {
  inbox: Inbox;
  tickets: readonly { readonly id: string }[];
  onSearch: () => void;
  onHelp: () => void;
}

/**
 * Keys of the inbox. Moving opens nothing, because opening marks a ticket as read: Enter does. Escape leads from the chat to its row,
 * and there closes the chat. Keys of the open ticket are with what they press.
 */
export function useInboxKeys({ inbox: { ticketId, addressOf }, tickets, onSearch, onHelp }: InboxKeys): void {
  const navigate = useNavigate();
  useListKeys({
    onMove: (rows) => {
      const to = neighbour(tickets, focusedRow() ?? ticketId, rows);
      if (to !== null) focusRow(to);
    },
    onSearch,
    onHelp,
    onLeave: () => {
      if (ticketId === null) return;
      const wasAtRow = focusedRow() !== null;
      if (!wasAtRow) focusRow(ticketId);
      // Where the list isn't beside the chat, there is no row to go to.
      if (wasAtRow || focusedRow() === null) void navigate(addressOf(null));
    },
  });
}
