import { formatInstant } from '../lib/time.ts';
import classes from './Instant.module.css';

/** A formatted instant, in which a line breaks after the day only. */
export function Instant({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const [day, ...time] = formatInstant(at, { seconds }).split(' ');
  return (
    <time className={classes.instant} dateTime={at}>
      {day} <span className={classes.time}>{time.join(' ')}</span>
    </time>
  );
}
