import type { TicketStatus as Status } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import classes from './TicketStatus.module.css';

/** Whether a ticket is resolved (green) or not (red). */
export function TicketStatus({ status }: { status: Status }) {
  return <span className={`${classes.status} ${classes[status]}`}>{words.tickets.status[status]}</span>;
}
