import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useMay } from '../admin/useMay.ts';
import { TicketThread, type ThreadTicket } from '../tickets/TicketThread.tsx';
import classes from './TicketPanel.module.css';
import { useResolveTicket } from './useResolveTicket.ts';

/** A ticket for support: its player, its chat, and a button that resolves it. */
export function TicketPanel({ ticketId }: { ticketId: string }) {
  const may = useMay();
  return (
    <TicketThread ticketId={ticketId} missing={<NoSuchTicket />} readOnly={!may('TICKET_ANSWER')}>
      {(ticket) => <Foot {...ticket} />}
    </TicketThread>
  );
}

function Foot({ id, player, status }: ThreadTicket) {
  const may = useMay();
  return (
    <div className={classes.foot}>
      <Link to={paths.admin.player(player.uid)} className={classes.player ?? ''}>
        {words.admin.support.player(player.name, player.uid)}
      </Link>
      {status === 'PENDING' && may('TICKET_RESOLVE') && <Resolve ticketId={id} />}
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
