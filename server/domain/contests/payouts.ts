import { colorOfSelection, colorsOfNumber, SELECTION_COUNT, type Selection, wins } from './selections.ts';

/** Basis points: 96,000 ten-thousandths of a stake are 9.6 times the stake. */
const EXACT_NUMBER = 96_000;
const VIOLET = 48_000;
const COLOR_ALONE = 20_000;
const COLOR_SHARED = 16_000;

/**
 * Returns of bets, stake included, in basis points: 13 rows of 10, a row for each selection (0-9, green, violet, red),
 * a value for each winning number; 0 loses. Same layout as in the database; each contest keeps the table it opened
 * with.
 */
export type PayoutTable = readonly number[];

/**
 * Basis points that a bet on `selection` returns when `number` wins
 * (server/domain/contests/README.md#winning-numbers-and-payouts).
 */
function basisPointsByRule(selection: Selection, number: number): number {
  if (!wins(selection, number)) return 0;
  const color = colorOfSelection(selection);
  if (color === null) return EXACT_NUMBER;
  if (color === 'VIOLET') return VIOLET;
  return colorsOfNumber(number).length === 1 ? COLOR_ALONE : COLOR_SHARED;
}

/** The current table: new contests pay by it, the guide and the bet dialog show it. */
export const payoutTable: PayoutTable = Array.from({ length: SELECTION_COUNT * 10 }, (_, at) =>
  basisPointsByRule(Math.floor(at / 10), at % 10),
);

/** What `table` returns on `selection` when `number` wins, in basis points of the stake. */
export function basisPoints(table: PayoutTable, selection: Selection, number: number): number {
  const value = table[selection * 10 + number];
  if (value === undefined) throw new RangeError(`no payout for selection ${selection} on number ${number}`);
  return value;
}
