import { paths } from '../../paths.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './AuditSubject.module.css';

/** The page of a subject; other kinds of subjects have none. */
const pages: Readonly<Record<string, (name: string) => string>> = {
  USER: paths.admin.player,
  CONTEST: paths.fairness,
  TRANSACTION: paths.admin.transactionsFor,
  TICKET: paths.admin.ticket,
};

interface AuditSubjectProps {
  type: string;
  /** As the log has it; the address of its page is made of it. */
  name: string;
  /** What is shown where the name is an id. */
  label: string | null;
}

/** The subject of an action, by the name that admins use. */
export function AuditSubject({ type, name, label }: AuditSubjectProps) {
  const page = pages[type];
  if (!page) return <span className={classes.subject}>{label ?? name}</span>;
  return (
    <Link to={page(name)} className={`${classes.subject} ${classes.link}`}>
      {label ?? name}
    </Link>
  );
}
