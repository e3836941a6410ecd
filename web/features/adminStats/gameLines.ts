import type { GameType } from '../../gql/graphql.ts';
import { stats } from '#messages/admin/stats.ts';

interface GameLine {
  readonly name: string;
  /** A colour of the theme; the dashes distinguish the lines without colour. */
  readonly stroke: string;
  readonly dashes: string;
}

const { rows } = stats.profit;

/** How each game is drawn in a chart. */
export const gameLines: Readonly<Record<GameType, GameLine>> = {
  SAPRE_HALF: { name: rows.SAPRE_HALF, stroke: 'var(--green-text)', dashes: '' },
  SAPRE_ONE: { name: rows.SAPRE_ONE, stroke: 'var(--violet-text)', dashes: '8 4' },
  SAPRE_THREE: { name: rows.SAPRE_THREE, stroke: 'var(--red-text)', dashes: '2 4' },
};
