import { Button } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Link } from '../navigation/Link.tsx';
import { support } from '#messages/admin/support.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useKeys } from '../admin/useKeys.ts';
import { useMay } from '../admin/useMay.ts';
import { TicketStatus } from '../tickets/TicketStatus.tsx';
import { Assignee } from './Assignee.tsx';
import { HandedOver, HandOver } from './HandOver.tsx';
import classes from './TicketHead.module.css';
import type { PanelTicket } from './panelTicket.ts';
import { useResolveTicket } from './useResolveTicket.ts';

interface TicketHeadProps {
  ticket: PanelTicket;
  listAddress: string;
  onChanged: () => void;
}

/** What the ticket is about, whose it is, who has it, and the button that resolves it. */
export function TicketHead({ ticket, listAddress, onChanged }: TicketHeadProps) {
  const { title, status, player, handling } = ticket;
  const may = useMay();
  const navigate = useNavigate();
  return (
    <header className={classes.head}>
      <div className={classes.line}>
        <Link to={listAddress} className={classes.back ?? ''} aria-label={support.back}>
          <IconChevronLeft size={20} aria-hidden />
        </Link>
        <h2 className={classes.title}>{title}</h2>
        <TicketStatus status={status} />
      </div>
      {may('MEMBER_READ') ? (
        <Link to={paths.admin.player(player.uid)} className={classes.player ?? ''}>
          {support.player(player.name, player.uid)}
        </Link>
      ) : (
        <p className={classes.player}>{support.player(player.name, player.uid)}</p>
      )}
      <div className={classes.actions}>
        <Assignee ticketId={ticket.id} assignee={handling?.assignee ?? null} onHeld={onChanged} />
        {status === 'PENDING' && !handling?.handover && may('TICKET_HAND_OVER') && (
          <HandOver ticket={ticket} onChanged={onChanged} />
        )}
        {status === 'PENDING' && may('TICKET_RESOLVE') && <Resolve ticket={ticket} />}
      </div>
      {handling?.handover && (
        <HandedOver
          ticketId={ticket.id}
          handover={handling.handover}
          onChanged={onChanged}
          onGone={() => void navigate(listAddress)}
        />
      )}
    </header>
  );
}

function Resolve({ ticket: { id, player } }: { ticket: PanelTicket }) {
  const [asking, setAsking] = useState(false);
  const { resolveTicket, resolving } = useResolveTicket();
  useKeys({ e: () => setAsking(true) });
  const resolve = async () => {
    await resolveTicket(id);
    setAsking(false);
  };
  return (
    <>
      <Button variant="light" onClick={() => setAsking(true)}>
        {support.resolve}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={support.resolve}
        question={support.resolveQuestion(player.name)}
        confirmLabel={support.resolveConfirm}
        busy={resolving}
        onConfirm={() => void resolve()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
