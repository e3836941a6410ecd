import { NavLink } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import classes from './TabBar.module.css';
import { tabs } from './tabs.ts';

/** The four places of a player. */
export function TabBar() {
  return (
    <nav className={classes.bar} aria-label={words.tabs.label}>
      {tabs.map(({ path, label, Icon }) => (
        <NavLink key={path} to={path} end className={classes.tab ?? ''}>
          <Icon size={22} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
