import { games } from '#messages/admin/games.ts';
import { paths } from '../../paths.ts';
import { NavLink } from '../navigation/Link.tsx';
import { adminGames } from './adminGames.ts';
import classes from './GameTabs.module.css';

const { tabs } = games;

/** Links between the games' screens, and back to game control. */
export function GameTabs() {
  return (
    <nav className={classes.tabs} aria-label={tabs.label}>
      <NavLink to={paths.admin.sapre} exact className={classes.tab ?? ''}>
        {tabs.control}
      </NavLink>
      {adminGames.map(({ gameType, path, short }) => (
        <NavLink key={gameType} to={path} className={classes.tab ?? ''} aria-label={short}>
          {tabs[gameType]}
        </NavLink>
      ))}
    </nav>
  );
}
