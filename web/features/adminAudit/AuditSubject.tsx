import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './AuditSubject.module.css';

/** The page of a subject; other kinds of subjects have none. */
const pages: Readonly<Record<string, (name: string) => string>> = {
  user: paths.admin.player,
  contest: paths.fairness,
  transaction: paths.admin.transactionsFor,
  ticket: paths.admin.ticket,
};

/** The subject of an action, by the name that admins use. */
export function AuditSubject({ type, name }: { type: string; name: string }) {
  const page = pages[type];
  if (!page) return <span className={classes.subject}>{name}</span>;
  return (
    <Link to={page(name)} className={`${classes.subject} ${classes.link}`}>
      {name}
    </Link>
  );
}
