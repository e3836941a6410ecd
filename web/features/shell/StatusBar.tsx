import type { ReactNode } from 'react';
import classes from './StatusBar.module.css';

interface StatusBarProps {
  /** Nothing: no bar, but a place in which a screen reader notices the next text. */
  text: string | undefined;
  action?: ReactNode;
}

/** A bar at the top of the page. It takes room of its own, so that it covers nothing. */
export function StatusBar({ text, action }: StatusBarProps) {
  return (
    <div className={classes.area} role="status">
      {text !== undefined && (
        <div className={classes.bar}>
          {text}
          {action}
        </div>
      )}
    </div>
  );
}
