import type { GameType } from '../../gql/graphql.ts';
import { games } from '#messages/admin/games.ts';
import { paths } from '../../paths.ts';
import type { GameColor } from '../../ui/shapes.ts';

export interface AdminGame {
  readonly gameType: GameType;
  readonly path: string;
  /** The heading of its screen. */
  readonly title: string;
  /** Short form for narrow places. */
  readonly short: string;
  /** Its colour on cards and in charts. */
  readonly color: GameColor;
}

const { titles, shortTitles } = games;

/** The three games with their names, colours and order in the back office. */
export const adminGames: readonly AdminGame[] = [
  {
    gameType: 'SAPRE_HALF',
    path: paths.admin.sapreHalf,
    title: titles.SAPRE_HALF,
    short: shortTitles.SAPRE_HALF,
    color: 'GREEN',
  },
  {
    gameType: 'SAPRE_ONE',
    path: paths.admin.sapreOne,
    title: titles.SAPRE_ONE,
    short: shortTitles.SAPRE_ONE,
    color: 'VIOLET',
  },
  {
    gameType: 'SAPRE_THREE',
    path: paths.admin.sapreThree,
    title: titles.SAPRE_THREE,
    short: shortTitles.SAPRE_THREE,
    color: 'RED',
  },
];
