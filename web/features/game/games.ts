import type { GameType } from '../../gql/graphql.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';

/** The three lengths of the Coloring Game, in display order. */
export const games: readonly { readonly gameType: GameType; readonly path: string; readonly title: string }[] = [
  { gameType: 'SAPRE_HALF', path: paths.sapreHalf, title: titles.sapreHalf },
  { gameType: 'SAPRE_ONE', path: paths.sapreOne, title: titles.sapreOne },
  { gameType: 'SAPRE_THREE', path: paths.sapreThree, title: titles.sapreThree },
];

/** How long a round lasts (server/domain/contests/README.md#rounds). */
export const roundSeconds: Readonly<Record<GameType, number>> = { SAPRE_HALF: 30, SAPRE_ONE: 60, SAPRE_THREE: 180 };

/** How long before its end a round closes (server/domain/contests/README.md#rounds). */
export const closedFor: Readonly<Record<GameType, number>> = { SAPRE_HALF: 5, SAPRE_ONE: 30, SAPRE_THREE: 30 };

export function titleOf(gameType: GameType): string {
  return games.find((game) => game.gameType === gameType)?.title ?? '';
}

export function pathOf(gameType: GameType): string {
  return games.find((game) => game.gameType === gameType)?.path ?? paths.home;
}
