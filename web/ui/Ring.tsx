import classes from './Ring.module.css';

/** A full ring with its percentage inside. */
export function Ring({ percent, label }: { percent: number; label: string }) {
  const around = 2 * Math.PI * 36;
  return (
    <div className={classes.ring} role="img" aria-label={label}>
      <svg viewBox="0 0 84 84" fill="none" strokeWidth="8" aria-hidden>
        <circle cx="42" cy="42" r="36" stroke="var(--sunk)" />
        <circle
          cx="42"
          cy="42"
          r="36"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={`${(around * percent) / 100} ${around}`}
          transform="rotate(-90 42 42)"
        />
      </svg>
      <span className={classes.text} aria-hidden>
        {percent}%
      </span>
    </div>
  );
}
