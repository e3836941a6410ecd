import { IconFlower } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './State.module.css';

/** State of an empty list: what it will contain, and the next step. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.face}>
      <span className={classes.icon} aria-hidden>
        <IconFlower size={28} />
      </span>
      <p className={classes.title}>{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
