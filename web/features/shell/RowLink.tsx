import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { IconWallet } from '@tabler/icons-react';
import { Link } from '../navigation/Link.tsx';
import classes from './RowLink.module.css';

interface RowLinkProps {
  to: string;
  state?: unknown;
  label: string;
  hint?: string;
  Icon: typeof IconWallet;
}

/** A link that fills a row. */
export function RowLink({ to, state, label, hint, Icon }: RowLinkProps) {
  return (
    <Link to={to} state={state} className={classes.row ?? ''}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        {hint && <span className={classes.hint}> {hint}</span>}
      </span>
      <IconChevronRight size={18} className={classes.on} aria-hidden />
    </Link>
  );
}
