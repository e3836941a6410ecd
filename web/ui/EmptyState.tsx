import IconFlower from '@tabler/icons-react/dist/esm/icons/IconFlower.mjs';
import type { ReactNode } from 'react';
import classes from './State.module.css';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** Of what the list will contain. */
  Icon?: typeof IconFlower;
  children?: ReactNode;
}

/** State of an empty list: what it will contain, and the next step. */
export function EmptyState({ title, hint, Icon = IconFlower, children }: EmptyStateProps) {
  return (
    <div className={classes.face}>
      <span className={classes.icon} aria-hidden>
        <Icon size={28} />
      </span>
      <p className={classes.title}>{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
