import type { CSSProperties, ReactNode } from 'react';
import classes from './Stack.module.css';

/** Children in a column with equal gaps, in steps of four pixels. */
export function Stack({
  gap = 16,
  children,
  className,
}: {
  gap?: 4 | 8 | 12 | 16 | 20 | 24;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={`${classes.stack} ${className ?? ''}`} style={{ '--gap': `${gap}px` } as CSSProperties}>
      {children}
    </div>
  );
}
