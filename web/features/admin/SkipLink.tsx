import { shell } from '#messages/admin/shell.ts';
import classes from './SkipLink.module.css';

/** Shown while it has the focus, first on the page: past the navigation, to the element of this id. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a
      href={`#${to}`}
      className={classes.skip}
      onClick={(event) => {
        // The address stays as it is: filters are kept in it.
        event.preventDefault();
        const target = document.getElementById(to);
        target?.focus();
        target?.scrollIntoView();
      }}
    >
      {shell.skip}
    </a>
  );
}
