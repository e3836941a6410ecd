import { useSearchParams } from 'react-router-dom';
import { serverClock } from '../../apollo/serverClock.ts';
import type { GameType } from '../../gql/graphql.ts';
import { games } from '../game/games.ts';
import { gameNames } from './gameNames.ts';
import { isMonth, monthAfter, monthOf } from './month.ts';

export interface ChosenMonth {
  readonly gameType: GameType;
  /** `2026-11` */
  readonly month: string;
  readonly chooseGame: (gameType: GameType) => void;
  /** Shows the month before. */
  readonly previous: () => void;
  /** Shows the month after; undefined in the present one. */
  readonly next: (() => void) | undefined;
}

/** Game and month of the page, in its address; the game of 30 seconds and the present month without valid ones. */
export function useChosenMonth(): ChosenMonth {
  const [params, setParams] = useSearchParams();
  const present = monthOf(serverClock.now());
  const [game, asked] = [params.get('game'), params.get('month')];
  const gameType = games.find((one) => gameNames[one.gameType] === game)?.gameType ?? 'SAPRE_HALF';
  const month = isMonth(asked) && asked <= present ? asked : present;
  const choose = (changed: { game?: string; month?: string }) =>
    setParams({ game: gameNames[gameType], month, ...changed }, { replace: true });
  return {
    gameType,
    month,
    chooseGame: (chosen) => choose({ game: gameNames[chosen] }),
    previous: () => choose({ month: monthAfter(month, -1) }),
    next: month < present ? () => choose({ month: monthAfter(month, 1) }) : undefined,
  };
}
