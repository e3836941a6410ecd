import { useId, type ReactNode } from 'react';
import classes from './Card.module.css';

/** A surface; with a title it is a landmark region. */
export function Card({
  title,
  children,
  className,
}: {
  title?: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  const titleId = useId();
  return (
    <section className={`${classes.card} ${className ?? ''}`} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
