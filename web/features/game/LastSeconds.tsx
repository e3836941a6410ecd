import { useEffect } from 'react';
import classes from './LastSeconds.module.css';
import { tick } from './sound.ts';

const largeFrom = 5;
const tickFrom = 4;

/** Whether the last five seconds stand in place of the clock's digits. */
export function isLastSeconds(secondsLeft: number): boolean {
  return secondsLeft > 0 && secondsLeft <= largeFrom;
}

/** One of the last five seconds, as large as the clock's digits, with a tick from four on. The clock's label has the time. */
export function LastSeconds({ secondsLeft }: { secondsLeft: number }) {
  useEffect(() => {
    if (secondsLeft <= tickFrom) tick();
  }, [secondsLeft]);
  return (
    <span key={secondsLeft} className={classes.seconds} aria-hidden data-testid="last-seconds">
      {secondsLeft}
    </span>
  );
}
