import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import colors from '../../ui/gameColors.module.css';
import type { GameColor } from '../../ui/shapes.ts';
import classes from './GameCards.module.css';
import { games } from './games.ts';

const cardColors: readonly GameColor[] = ['GREEN', 'VIOLET', 'RED'];

/** The three lengths of the Coloring Game to choose from. */
export function GameCards() {
  return (
    <Card title={words.home.canPlay}>
      <ul className={classes.cards}>
        {games.map(({ gameType, path }, place) => {
          const { name, hint } = words.home.games[gameType];
          return (
            <li key={gameType}>
              <Link to={path} className={classes.card ?? ''} aria-label={words.home.play(name)}>
                <span className={`${classes.clock} ${colors[cardColors[place] ?? 'GREEN']}`}>
                  {words.game.lengths[gameType]}
                </span>
                <span className={classes.text}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.hint}>{hint}</span>
                </span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
