import { formatInstant } from '../lib/time.ts';
import classes from './Instant.module.css';

/** An instant as people in India read it, never broken over two lines. */
export function Instant({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time className={classes.instant} dateTime={at}>
      {formatInstant(at, { seconds })}
    </time>
  );
}
