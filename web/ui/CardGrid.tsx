import { useId, type ReactNode } from 'react';
import classes from './CardGrid.module.css';

interface CardGridProps {
  title: string;
  /** Whether the title is for screen readers only. */
  titleHidden?: boolean;
  children: ReactNode;
}

/** A list of cards in a responsive grid. Its children are list items. */
export function CardGrid({ title, titleHidden = false, children }: CardGridProps) {
  const titleId = useId();
  return (
    <div>
      {!titleHidden && (
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
      )}
      <ul className={classes.grid} {...(titleHidden ? { 'aria-label': title } : { 'aria-labelledby': titleId })}>
        {children}
      </ul>
    </div>
  );
}
