import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Motif } from './Motif.tsx';

/** The plum card with the motif: the clock's, and the head of the screens that welcome. */
export function Banner({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={`${classes.banner} ${className ?? ''}`}>
      <Motif size={210} className={classes.motif} />
      <div className={classes.content}>{children}</div>
    </div>
  );
}
