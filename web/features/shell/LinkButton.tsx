import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './LinkButton.module.css';

interface LinkButtonProps {
  to: string;
  state?: unknown;
  quiet?: boolean;
  children: ReactNode;
}

/** A link that looks like the button it is beside. */
export function LinkButton({ to, state, quiet = false, children }: LinkButtonProps) {
  return (
    <Link to={to} state={state} className={`${classes.button} ${quiet ? classes.quiet : ''}`}>
      {children}
    </Link>
  );
}
