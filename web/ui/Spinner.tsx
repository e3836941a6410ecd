import type { CSSProperties } from 'react';
import classes from './Spinner.module.css';

/** A turning ring in the current colour, hidden from screen readers: the text beside it is what they read. */
export function Spinner({ size }: { size: number }) {
  return <span className={classes.spinner} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden />;
}
