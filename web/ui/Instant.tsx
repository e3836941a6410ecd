import { formatInstant } from '../lib/time.ts';
import classes from './Instant.module.css';

/** A formatted instant that never wraps. */
export function Instant({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time className={classes.instant} dateTime={at}>
      {formatInstant(at, { seconds })}
    </time>
  );
}
