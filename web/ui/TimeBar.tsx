import classes from './TimeBar.module.css';

interface TimeBarProps {
  /** What is left of the time, 0 to 1. */
  left: number;
  className?: string | undefined;
}

/** A bar on a banner that shrinks with the time that is left, once a second. */
export function TimeBar({ left, className = '' }: TimeBarProps) {
  return (
    <div className={`${classes.bar} ${className}`} aria-hidden>
      <div className={classes.fill} style={{ transform: `scaleX(${Math.min(1, left)})` }} />
    </div>
  );
}
