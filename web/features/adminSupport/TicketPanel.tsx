import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TicketThread, type ThreadTicket } from '../tickets/TicketThread.tsx';
import classes from './TicketPanel.module.css';
import { useResolveTicket } from './useResolveTicket.ts';

/** A ticket for support: its player, its chat, and a button that resolves it. */
export function TicketPanel({ ticketId }: { ticketId: string }) {
  return (
    <TicketThread ticketId={ticketId} missing={<NoSuchTicket />}>
      {(ticket) => <Foot {...ticket} />}
    </TicketThread>
  );
}

function Foot({ id, player, status }: ThreadTicket) {
  return (
    <div className={classes.foot}>
      <Link to={paths.admin.player(player.uid)} className={classes.player ?? ''}>
        {words.admin.support.player(player.name, player.uid)}
      </Link>
      {status === 'PENDING' && <Resolve ticketId={id} />}
    </div>
  );
}

function Resolve({ ticketId }: { ticketId: string }) {
  const { resolveTicket, resolving } = useResolveTicket();
  return (
    <Button variant="light" loading={resolving} onClick={() => void resolveTicket(ticketId)}>
      {words.admin.support.resolve}
    </Button>
  );
}

function NoSuchTicket() {
  return (
    <Card>
      <EmptyState title={words.admin.support.gone} />
    </Card>
  );
}
