import type { ReactNode } from 'react';
import classes from './Chips.module.css';

/** Choices of which any number may be pressed. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" className={classes.chips} aria-label={label}>
      {children}
    </div>
  );
}

export function Chip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}
