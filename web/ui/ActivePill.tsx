import classes from './ActivePill.module.css';

/** Whether something is in use: green when it is, else red; the word says it too. */
export function ActivePill({ active, children }: { active: boolean; children: string }) {
  return <span className={`${classes.pill} ${active ? classes.active : classes.inactive}`}>{children}</span>;
}
