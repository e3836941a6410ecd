import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './LinkButton.module.css';

interface LinkButtonProps {
  to: string;
  state?: unknown;
  quiet?: boolean;
  /** A longer name, where several links look the same. */
  label?: string;
  children: ReactNode;
}

/** A link that looks like the button it is beside. */
export function LinkButton({ to, state, quiet = false, label, children }: LinkButtonProps) {
  return (
    <Link to={to} state={state} aria-label={label} className={`${classes.button} ${quiet ? classes.quiet : ''}`}>
      {children}
    </Link>
  );
}
