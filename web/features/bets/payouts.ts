import { graphql } from '../../gql/gql.ts';
import { isChoice, type Choice } from './selections.ts';
import type { GameColor } from '../../ui/shapes.ts';

// Spread with `@unmask`.
graphql(`
  fragment PayoutTable_row on PayoutRow {
    selection {
      color
      number
    }
    numbers {
      number
      basisPoints
    }
  }
`);

/** One row of the server's payout table: what a bet on the selection returns on each number it wins on. */
export interface PayoutRow {
  readonly selection: { readonly color: GameColor | null; readonly number: number | null };
  readonly numbers: readonly { readonly number: number; readonly basisPoints: number }[];
}

export interface Rates {
  /** The rate on most of the numbers the bet wins on, in basis points. */
  readonly usual: number;
  /** Numbers with a different return. */
  readonly exceptions: readonly { readonly number: number; readonly basisPoints: number }[];
}

/** Returns of a bet on this choice for display: green pays 2×, but 1.6× on 0. */
export function ratesOf(table: readonly PayoutRow[], choice: Choice): Rates {
  const row = table.find(({ selection }) => isChoice(selection, choice));
  const numbers = row?.numbers ?? [];
  const counts = new Map<number, number>();
  for (const { basisPoints } of numbers) counts.set(basisPoints, (counts.get(basisPoints) ?? 0) + 1);
  const [usual = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return { usual, exceptions: numbers.filter(({ basisPoints }) => basisPoints !== usual) };
}

/** 20000 -> "2", 48000 -> "4.8". */
export function formatMultiplier(basisPoints: number): string {
  return String(basisPoints / 10_000);
}
