import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './AuditSubject.module.css';

/** Where to see what was acted on; the others have no page of their own. */
const pages: Readonly<Record<string, (name: string) => string>> = {
  user: paths.admin.player,
  contest: paths.fairness,
  transaction: paths.admin.transactionsFor,
  ticket: paths.admin.ticket,
};

/** What an action was done to, by the name that admins know it by. */
export function AuditSubject({ type, name }: { type: string; name: string }) {
  const page = pages[type];
  if (!page) return <span className={classes.subject}>{name}</span>;
  return (
    <Link to={page(name)} className={`${classes.subject} ${classes.link}`}>
      {name}
    </Link>
  );
}
