import type { IconWallet } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from '../navigation/Link.tsx';
import classes from './Shortcuts.module.css';

export interface Shortcut {
  readonly to: string;
  readonly label: string;
  readonly Icon: typeof IconWallet;
  readonly state?: unknown;
}

/** Links as icons with names. */
export function Shortcuts({ items, columns = 3 }: { items: readonly Shortcut[]; columns?: 2 | 3 }) {
  return (
    <ul className={classes.shortcuts} style={{ '--columns': columns } as CSSProperties}>
      {items.map(({ to, label, Icon, state }) => (
        <li key={to}>
          <Link to={to} state={state} className={classes.shortcut ?? ''}>
            <span className={classes.icon}>
              <Icon size={24} aria-hidden />
            </span>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
