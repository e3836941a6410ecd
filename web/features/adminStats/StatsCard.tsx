import { Loader } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { words } from '../../messages/words.ts';
import classes from './StatsCard.module.css';

interface StatsCardProps {
  title: string;
  /** New figures are being fetched. */
  loading?: boolean;
  children: ReactNode;
}

/** A card of figures that indicates when newer ones are being fetched. */
export function StatsCard({ title, loading = false, children }: StatsCardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId} aria-busy={loading}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {loading && (
          <output className={classes.loading}>
            <Loader color="var(--plum)" size={18} aria-hidden />
            {words.common.loading}
          </output>
        )}
      </div>
      {children}
    </section>
  );
}
