import { useId, type ReactNode } from 'react';
import classes from './CardGrid.module.css';

interface CardGridProps {
  title: string;
  /** Whether the title is only for those who cannot see that it needs none. */
  titleHidden?: boolean;
  children: ReactNode;
}

/** A list of cards, as many beside each other as there is room for. Its children are list items. */
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
