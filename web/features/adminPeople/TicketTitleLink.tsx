import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './MemberTickets.module.css';

/** A ticket of a player, linking to its chat. */
export function TicketTitleLink({ id, text }: { id: string; text: string }) {
  return (
    <Link to={paths.admin.ticket(id)} className={classes.link ?? ''}>
      {text}
    </Link>
  );
}
