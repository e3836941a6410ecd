import { tabs as tabsWords } from '#messages/tabs.ts';
import { NavLink } from '../navigation/Link.tsx';
import classes from './TabBar.module.css';
import { tabs } from './tabs.ts';

/** Navigation between the player's four sections. */
export function TabBar() {
  return (
    <nav className={classes.bar} aria-label={tabsWords.label}>
      {tabs.map(({ path, label, Icon }) => (
        <NavLink key={path} to={path} exact className={classes.tab ?? ''}>
          <Icon size={22} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
