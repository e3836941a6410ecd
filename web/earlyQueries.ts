import { paths } from './paths.ts';

export interface EarlyQuery {
  /** Of the build's documents. */
  readonly name: string;
  /** As the page's own request has them, in the same order. */
  readonly variables: object;
}

const ofGame = (gameType: string): EarlyQuery[] => [
  { name: 'GameScreen_Query', variables: { gameType } },
  { name: 'ResultTable_Query', variables: { gameType, after: null } },
];

/**
 * What a page at a path shows first: these queries are sent by its document (earlyQueries.inline.js), while its scripts
 * are on their way.
 */
export const earlyQueries: Readonly<Record<string, readonly EarlyQuery[]>> = {
  [paths.home]: [{ name: 'HomePage_Query', variables: {} }],
  [paths.wallet]: [{ name: 'WalletPage_Query', variables: {} }],
  [paths.sapreHalf]: ofGame('SAPRE_HALF'),
  [paths.sapreOne]: ofGame('SAPRE_ONE'),
  [paths.sapreThree]: ofGame('SAPRE_THREE'),
};
