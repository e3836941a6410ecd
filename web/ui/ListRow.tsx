import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import classes from './ListRow.module.css';

interface ListRowProps {
  icon?: ReactNode;
  tone?: 'good' | 'bad' | 'calm';
  title: ReactNode;
  hint?: ReactNode;
  /** At the right: an amount and its outcome. */
  aside?: ReactNode;
  /** Ends with a chevron: the row is a link. */
  leads?: boolean;
}

/** A list of rows with hairlines between them. */
export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** A row of a list. */
export function ListRow({ icon, tone = 'calm', title, hint, aside, leads = false }: ListRowProps) {
  return (
    <span className={classes.row}>
      {icon && (
        <span className={`${classes.icon} ${tone === 'calm' ? '' : classes[tone]}`} aria-hidden>
          {icon}
        </span>
      )}
      <span className={classes.text}>
        <span className={classes.title}>{title}</span>
        {hint && <span className={classes.hint}>{hint}</span>}
      </span>
      {aside && <span className={classes.aside}>{aside}</span>}
      {leads && <IconChevronRight size={18} className={classes.leads} aria-hidden />}
    </span>
  );
}
