import type { FragmentType } from '@apollo/client/masking';
import type { GameLink_contestFragment, GameType } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { adminGames } from './adminGames.ts';
import { GameLink } from './GameLink.tsx';
import classes from './GameLinks.module.css';

/** The running round of each game, if there is one. */
type Running = Readonly<Record<GameType, FragmentType<GameLink_contestFragment> | null>>;

/** Links to each game's screen, with what decides its running round. */
export function GameLinks({ running }: { running: Running }) {
  return (
    <ul className={classes.links} aria-label={games.screens}>
      {adminGames.map((game) => (
        <li key={game.gameType}>
          <GameLink game={game} contest={running[game.gameType]} />
        </li>
      ))}
    </ul>
  );
}
