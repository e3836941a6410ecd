import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Motif } from './Motif.tsx';

/** The plum card with the motif: behind the clock, and the header of welcome screens. */
export function Banner({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div className={`${classes.banner} ${className ?? ''}`}>
      <Motif size={210} className={classes.motif} />
      <div className={classes.content}>{children}</div>
    </div>
  );
}
