import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { words } from '../messages/words.ts';
import classes from './Face.module.css';

/** Something could not be loaded: what happened, and a way on. */
export function ErrorFace({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className={classes.face} role="alert">
      <span className={`${classes.icon} ${classes.bad}`} aria-hidden>
        <IconCloudOff size={28} />
      </span>
      <p className={classes.title}>{text}</p>
      {onRetry && <Button onClick={onRetry}>{words.common.retry}</Button>}
    </div>
  );
}
