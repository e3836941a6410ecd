import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';

/** What can be done with the selected rows of a list, and how many they are; in view while the list is scrolled. */
export function SelectionBar({ selected, children }: { selected: string; children: ReactNode }) {
  return (
    <div className={classes.bar}>
      <strong role="status">{selected}</strong>
      {children}
    </div>
  );
}
