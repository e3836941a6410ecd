import type { ReactNode } from 'react';
import { Link } from '../navigation/Link.tsx';
import classes from './LinkButton.module.css';

interface LinkButtonProps {
  to: string;
  state?: unknown;
  quiet?: boolean;
  /** Accessible name, where several links have the same text. */
  label?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, state, quiet = false, label, children }: LinkButtonProps) {
  return (
    <Link to={to} state={state} aria-label={label} className={`${classes.button} ${quiet ? classes.quiet : ''}`}>
      {children}
    </Link>
  );
}
