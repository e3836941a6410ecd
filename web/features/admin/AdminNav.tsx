import { shell } from '#messages/admin/shell.ts';
import { NavLink } from '../navigation/Link.tsx';
import { accessTo } from './adminAccess.ts';
import { adminLinks } from './adminLinks.ts';
import classes from './AdminShell.module.css';
import { useMay } from './useMay.ts';

interface AdminNavProps {
  pendingCount: number;
  ticketCount: number;
  openProposalCount: number;
  likelySignalCount: number;
  newAlertCount: number;
  onFollow?: () => void;
}

export function AdminNav({ onFollow, ...counts }: AdminNavProps) {
  const may = useMay();
  return (
    <nav aria-label={shell.navigation}>
      {adminLinks
        .filter(({ path }) => may(accessTo(path)))
        .map(({ path, label, Icon, waiting }) => (
          <NavLink key={path} to={path} className={classes.link ?? ''} title={label} onClick={onFollow}>
            <Icon size={20} aria-hidden />
            {label}
            {waiting && counts[waiting] > 0 && <span className={classes.count}>{counts[waiting]}</span>}
          </NavLink>
        ))}
    </nav>
  );
}
