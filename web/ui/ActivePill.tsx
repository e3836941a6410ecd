import classes from './ActivePill.module.css';

/** Whether something is active: green or red, and as text. */
export function ActivePill({ active, children }: { active: boolean; children: string }) {
  return <span className={`${classes.pill} ${active ? classes.active : classes.inactive}`}>{children}</span>;
}
