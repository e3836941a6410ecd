import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { graphql } from '../../gql/gql.ts';
import type { ContestState, GameType } from '../../gql/graphql.ts';
import { formatCountdown } from '../../lib/time.ts';
import { connection } from '#messages/connection.ts';
import { game as gameWords } from '#messages/game.ts';
import { home } from '#messages/home.ts';
import { Card } from '../../ui/Card.tsx';
import colors from '../../ui/gameColors.module.css';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import type { GameColor } from '../../ui/shapes.ts';
import { Link } from '../navigation/Link.tsx';
import { useConnected } from '../shell/useConnected.ts';
import classes from './GameCards.module.css';
import { games } from './games.ts';
import { useRefetchWhile } from './useRefetchWhile.ts';
import { useRoundTime } from './useRoundTime.ts';

const cardColors: readonly GameColor[] = ['GREEN', 'VIOLET', 'RED'];

// Spread with `@unmask` for each of the three games.
graphql(`
  fragment GameCards_contest on Contest {
    id
    state
    evaluationTime
    endsAt
  }
`);

graphql(`
  fragment GameCards_results on ContestConnection {
    edges {
      cursor
      node {
        id
        winningNumber
      }
    }
  }
`);

/** A game's running round and the numbers of its last ones, newest first. */
export interface GameNow {
  readonly round: { readonly state: ContestState; readonly evaluationTime: string; readonly endsAt: string } | null;
  readonly lastNumbers: readonly number[];
}

interface GameCardsProps {
  /** Missing until they are loaded. */
  now: Readonly<Record<GameType, GameNow>> | null;
  /** Called while a round is over, until the next one is given. */
  onOver: () => void;
}

/** The three lengths of the Coloring Game to choose from, each with its running round and last results. */
export function GameCards({ now, onOver }: GameCardsProps) {
  return (
    <Card title={home.canPlay}>
      <ul className={classes.cards}>
        {games.map(({ gameType, path }, place) => {
          const { name, hint } = home.games[gameType];
          const game = now?.[gameType];
          return (
            <li key={gameType}>
              <Link to={path} className={classes.card ?? ''} aria-label={home.play(name)}>
                <span className={`${classes.clock} ${colors[cardColors[place] ?? 'GREEN']}`}>
                  {gameWords.lengths[gameType]}
                </span>
                <span className={classes.text}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.hint}>
                    {game?.round ? <Phase round={game.round} onOver={onOver} /> : hint}
                  </span>
                  <span className={classes.last}>
                    {game?.lastNumbers.map((number, age) => (
                      <NumberDisc key={age} number={number} size={20} />
                    ))}
                  </span>
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

function Phase({ round, onOver }: { round: NonNullable<GameNow['round']>; onOver: () => void }) {
  const { open, bettingSecondsLeft, secondsLeft } = useRoundTime(round);
  const over = secondsLeft === 0;
  const connected = useConnected();
  useRefetchWhile(over, onOver);
  if (over) return <span>{connected ? gameWords.deciding : connection.resultLater}</span>;
  const text = open ? home.openFor(formatCountdown(bettingSecondsLeft)) : home.nextIn(formatCountdown(secondsLeft));
  return <span>{text}</span>;
}
