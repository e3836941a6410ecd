import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketRow_ticketFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { support as supportWords } from '#messages/admin/support.ts';
import { Link } from '../navigation/Link.tsx';
import { TicketStatus } from '../tickets/TicketStatus.tsx';
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
    handling {
      unread
      assignee {
        id
        name
      }
    }
  }
`);

interface TicketRowProps {
  ticket: FragmentType<TicketRow_ticketFragment>;
  to: string;
  /** Whether its chat is open. */
  current: boolean;
}

/** A ticket of the inbox, linking to its chat. An unread one is marked. */
export function TicketRow({ ticket, to, current }: TicketRowProps) {
  const { data } = useFragmentData({ fragment: TicketRow_ticket, from: ticket });
  const { title, status, updatedAt, player, handling } = data;
  const support = supportWords;
  return (
    <Link
      to={to}
      className={`${classes.row} ${handling?.unread ? classes.unread : ''}`}
      aria-current={current ? 'true' : undefined}
    >
      <span className={classes.head}>
        <span className={classes.title}>{title}</span>
        {handling?.unread ? <span className={classes.new}>{support.unread}</span> : <TicketStatus status={status} />}
      </span>
      <span className={classes.hint}>{support.player(player.name, player.uid)}</span>
      <span className={classes.foot}>
        <time dateTime={updatedAt}>{support.lastChange(formatInstant(updatedAt))}</time>
        {handling?.assignee && <span>{support.heldBy(handling.assignee.name)}</span>}
      </span>
    </Link>
  );
}
