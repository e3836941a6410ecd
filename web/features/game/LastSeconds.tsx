import { useEffect } from 'react';
import classes from './LastSeconds.module.css';
import { tick } from './sound.ts';

const overlayFrom = 5;
const tickFrom = 4;

/** Overlay of the last five seconds, with a tick from four on. The announcer handles screen readers. */
export function LastSeconds({ secondsLeft }: { secondsLeft: number }) {
  useEffect(() => {
    if (secondsLeft > 0 && secondsLeft <= tickFrom) tick();
  }, [secondsLeft]);
  if (secondsLeft === 0 || secondsLeft > overlayFrom) return null;
  return (
    <div className={classes.overlay} aria-hidden data-testid="last-seconds">
      <span key={secondsLeft} className={classes.seconds}>
        {secondsLeft}
      </span>
    </div>
  );
}
