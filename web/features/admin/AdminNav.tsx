import { NavLink } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { adminLinks } from './adminLinks.ts';
import classes from './AdminShell.module.css';

interface AdminNavProps {
  pendingCount: number;
  openTicketCount: number;
  onFollow?: () => void;
}

export function AdminNav({ onFollow, ...counts }: AdminNavProps) {
  return (
    <nav aria-label={words.admin.shell.navigation}>
      {adminLinks.map(({ path, label, Icon, waiting }) => (
        <NavLink key={path} to={path} className={classes.link ?? ''} title={label} onClick={onFollow}>
          <Icon size={20} aria-hidden />
          {label}
          {waiting && counts[waiting] > 0 && <span className={classes.count}>{counts[waiting]}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
