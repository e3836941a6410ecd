import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { common } from '#messages/common.ts';
import { Button } from './Button.tsx';
import classes from './State.module.css';

/** State of a failed query: what happened, and a retry button. */
export function ErrorState({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className={classes.face} role="alert">
      <span className={`${classes.icon} ${classes.bad}`} aria-hidden>
        <IconCloudOff size={28} />
      </span>
      <p className={classes.title}>{text}</p>
      {onRetry && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  );
}
