import { Loader } from '@mantine/core';
import { words } from '../messages/words.ts';
import classes from './Loading.module.css';

/** Covers the screen while a page loads. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Loader color="#ffffff" size={40} aria-hidden />
      {words.common.loading}
    </div>
  );
}

/** Placeholder for content that is loading. */
export function LoadingInline() {
  return (
    <div className={classes.inline} role="status">
      <Loader color="var(--plum)" size={28} aria-hidden />
      {words.common.loading}
    </div>
  );
}
