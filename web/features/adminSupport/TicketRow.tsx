import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { graphql } from '../../gql/gql.ts';
import type { TicketRow_ticketFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import classes from './TicketRow.module.css';

export const TicketRow_ticket = graphql(`
  fragment TicketRow_ticket on Ticket {
    title
    status
    updatedAt
    player {
      id
      name
      uid
    }
  }
`);

interface TicketRowProps {
  ticket: FragmentType<TicketRow_ticketFragment>;
  to: string;
  /** Whether its chat is open. */
  current: boolean;
}

/** A ticket of the inbox, linking to its chat. */
export function TicketRow({ ticket, to, current }: TicketRowProps) {
  const { data } = useSuspenseFragment({ fragment: TicketRow_ticket, from: ticket });
  const { title, status, updatedAt, player } = data;
  return (
    <Link to={to} className={classes.row ?? ''} aria-current={current ? 'true' : undefined}>
      <span className={classes.head}>
        <span className={classes.title}>{title}</span>
        <span className={`${classes.status} ${classes[status]}`}>{words.tickets.status[status]}</span>
      </span>
      <span className={classes.hint}>{words.admin.support.player(player.name, player.uid)}</span>
      <time className={classes.hint} dateTime={updatedAt}>
        {words.admin.support.lastChange(formatInstant(updatedAt))}
      </time>
    </Link>
  );
}
