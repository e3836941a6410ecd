import { common } from '#messages/common.ts';
import classes from './Loading.module.css';
import { Spinner } from './Spinner.tsx';

/** Covers the screen while a page loads. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Spinner size={40} />
      {common.loading}
    </div>
  );
}

/** Placeholder for content that is loading. */
export function LoadingInline() {
  return (
    <div className={classes.inline} role="status" data-loading>
      <span className={classes.spinner}>
        <Spinner size={28} />
      </span>
      {common.loading}
    </div>
  );
}
