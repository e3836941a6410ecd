import { profitRule } from '../../lib/fairDraw.ts';
import { atBasisPoints } from '../../lib/money.ts';
import type { GameColor } from '../../ui/shapes.ts';
import type { PayoutRow } from '../bets/payouts.ts';

/** What others have bet in the example, in paise. */
export const exampleStakes = { GREEN: 6_000n, RED: 4_000n } as const;

export type ExampleColor = keyof typeof exampleStakes;

/** Levels at which the example has the same results. */
export interface ExampleRow {
  readonly from: number;
  readonly to: number;
  /** The numbers of which one wins, ascending. */
  readonly winners: readonly number[];
  /** What a bet on the colour returns of its stake, in basis points, on average over these numbers. */
  readonly returns: Readonly<Record<ExampleColor, number>>;
}

export interface RuleExample {
  readonly rows: readonly ExampleRow[];
  /** On average over the ten levels. */
  readonly average: Readonly<Record<ExampleColor, number>>;
  /** On average over the ten numbers, as by a fair draw. */
  readonly fair: Readonly<Record<ExampleColor, number>>;
}

const digits = Array.from({ length: 10 }, (_, digit) => digit);

/** Whom the profit rule favours in a round with `exampleStakes`, decided by the function that checks real rounds. */
export function ruleExample(table: readonly PayoutRow[]): RuleExample {
  const rows: ExampleRow[] = [];
  for (const level of digits) {
    const winners = winnersAt(level, table);
    const last = rows.at(-1);
    if (last?.winners.join() === winners.join()) rows[rows.length - 1] = { ...last, to: level };
    else rows.push({ from: level, to: level, winners, returns: returnsOver(winners, table) });
  }
  const overLevels = (color: ExampleColor) =>
    meanOf(rows.flatMap(({ from, to, returns }) => Array<number>(to - from + 1).fill(returns[color])));
  return {
    rows,
    average: { GREEN: overLevels('GREEN'), RED: overLevels('RED') },
    fair: returnsOver(digits, table),
  };
}

/** Who may win, whichever of equal results the number stream shows first. */
function winnersAt(level: number, table: readonly PayoutRow[]): number[] {
  const staked = exampleStakes.GREEN + exampleStakes.RED;
  const payout = (color: ExampleColor, number: number) =>
    atBasisPoints(exampleStakes[color], rateOf(table, color, number));
  const profits = new Map(digits.map((number) => [number, staked - payout('GREEN', number) - payout('RED', number)]));
  const winners = digits.map((first) => {
    const order = [...digits.slice(first), ...digits.slice(0, first)];
    return profitRule(profits, order, { version: 2, level }).winner;
  });
  return digits.filter((number) => winners.includes(number));
}

function returnsOver(numbers: readonly number[], table: readonly PayoutRow[]): Record<ExampleColor, number> {
  const mean = (color: ExampleColor) => meanOf(numbers.map((number) => rateOf(table, color, number)));
  return { GREEN: mean('GREEN'), RED: mean('RED') };
}

function rateOf(table: readonly PayoutRow[], color: GameColor, number: number): number {
  const row = table.find(({ selection }) => selection.color === color);
  return row?.numbers.find((rate) => rate.number === number)?.basisPoints ?? 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
