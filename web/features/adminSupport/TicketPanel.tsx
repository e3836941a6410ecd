import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { support } from '#messages/admin/support.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useMay } from '../admin/useMay.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { useTicketChanged } from '../tickets/useTicketChanged.ts';
import { useHandedTickets } from '../tickets/useHandedTickets.ts';
import { Conversation } from './Conversation.tsx';
import { PlayerRequests, useRequestsOf } from './PlayerRequests.tsx';
import { TicketComposer } from './TicketComposer.tsx';
import { TicketHead } from './TicketHead.tsx';
import { TicketPanel_Query, type PanelTicket } from './panelTicket.ts';
import classes from './TicketPanel.module.css';
import { useMarkRead } from './useMarkRead.ts';

interface TicketPanelProps {
  ticketId: string;
  /** Address of the list, where that isn't beside it. */
  listAddress: string;
}

/** A ticket for support, as high as the window: its head, its conversation, which scrolls, and the composer. */
export function TicketPanel({ ticketId, listAddress }: TicketPanelProps) {
  const answer = useQuery(TicketPanel_Query, { variables: { ticketId }, fetchPolicy: 'cache-and-network' });
  const { refetch, fetchMore } = answer;
  const reload = () => void refetch().catch(() => undefined);
  const requests = useRequestsOf(ticketId);
  const may = useMay();
  const reloadAll = () => {
    reload();
    requests.reload();
  };
  useTicketChanged(ticketId, reloadAll);
  // Who may read it no longer gets no event of it.
  useHandedTickets(reload, may('TICKET_READ_ALL') || !may('TICKET_READ_HANDED'));
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Ticket') return <NoSuchTicket />;
        const { startCursor } = node.messages.pageInfo;
        const earlier = () => void fetchMore({ variables: { before: startCursor } }).catch(() => undefined);
        return (
          <Panel ticket={node} listAddress={listAddress} onEarlier={earlier} onChanged={reload}>
            <PlayerRequests requests={requests} />
          </Panel>
        );
      }}
    </QueryBoundary>
  );
}

interface PanelProps {
  ticket: PanelTicket;
  listAddress: string;
  onEarlier: () => void;
  onChanged: () => void;
  /** What stands beside the conversation. */
  children: ReactNode;
}

function Panel({ ticket, listAddress, onEarlier, onChanged, children }: PanelProps) {
  const may = useMay();
  useMarkRead(ticket);
  return (
    <Card className={classes.panel}>
      <TicketHead ticket={ticket} listAddress={listAddress} onChanged={onChanged} />
      {children}
      <Conversation ticket={ticket} onEarlier={onEarlier} />
      {may('TICKET_ANSWER') && <TicketComposer ticket={ticket} onSent={onChanged} />}
    </Card>
  );
}

function NoSuchTicket() {
  return (
    <Card>
      <EmptyState title={support.gone} hint={support.goneHint} />
    </Card>
  );
}
