import { common } from '#messages/common.ts';
import classes from './Skeleton.module.css';

/**
 * The outlines of cards that are loading, each with the height in pixels that its card is going to have. What follows them
 * is hidden, so that nothing moves when the cards arrive.
 */
export function Skeleton({ heights }: { heights: readonly number[] }) {
  return (
    <div className={classes.skeleton} role="status" data-loading>
      <span className="visually-hidden">{common.loading}</span>
      {heights.map((height, place) => (
        <div key={place} className={classes.card} style={{ height }} />
      ))}
    </div>
  );
}
