import type { ReactNode } from 'react';
import classes from './Parts.module.css';

/** Short facts in a row with dots between them; a dot at which the row breaks is hidden. */
export function Parts({ children }: { children: readonly ReactNode[] }) {
  return (
    <span className={classes.clip}>
      <span className={classes.parts}>
        {children.map((part, place) => (
          <span key={place} className={classes.part}>
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
