import { useId, type ReactNode } from 'react';
import classes from './StatsCard.module.css';

/** A card of figures. */
export function StatsCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
