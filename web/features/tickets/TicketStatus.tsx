import type { TicketStatus as Status } from '../../gql/graphql.ts';
import { tickets } from '#messages/tickets.ts';
import classes from './TicketStatus.module.css';

/** Whether a ticket is resolved (green) or not (red). */
export function TicketStatus({ status }: { status: Status }) {
  return <span className={`${classes.status} ${classes[status]}`}>{tickets.status[status]}</span>;
}
