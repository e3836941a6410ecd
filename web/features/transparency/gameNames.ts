import type { GameType } from '../../gql/graphql.ts';

/** The games as public names of rounds begin: `sapreOne-202611200742`. */
export const gameNames: Readonly<Record<GameType, string>> = {
  SAPRE_HALF: 'sapreHalf',
  SAPRE_ONE: 'sapreOne',
  SAPRE_THREE: 'sapreThree',
};
