import { describe, expect, it } from 'vitest';
import { basisPoints, payoutTable } from './payouts.ts';
import { selectionOfColor, wins } from './selections.ts';

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [green, violet, red] = [selectionOfColor('GREEN'), selectionOfColor('VIOLET'), selectionOfColor('RED')];

const rowOf = (selection: number) => numbers.map((number) => basisPoints(payoutTable, selection, number));

describe('the payout table', () => {
  it('pays each colour as in the table of the rules', () => {
    //                        0       1      2       3      4       5       6      7      8       9
    expect(rowOf(green)).toEqual([16_000, 0, 20_000, 0, 20_000, 0, 20_000, 0, 20_000, 0]);
    expect(rowOf(violet)).toEqual([48_000, 0, 0, 0, 0, 48_000, 0, 0, 0, 0]);
    expect(rowOf(red)).toEqual([0, 20_000, 0, 20_000, 0, 16_000, 0, 20_000, 0, 20_000]);
  });

  it('pays 9.6 times on the exact number and nothing on another', () => {
    for (const selection of numbers) {
      expect(rowOf(selection)).toEqual(numbers.map((number) => (number === selection ? 96_000 : 0)));
    }
  });

  it('returns 96 % on a fair draw, whatever the bet', () => {
    for (let selection = 0; selection < 13; selection++) {
      expect(rowOf(selection).reduce((sum, points) => sum + points)).toBe(96_000);
    }
  });

  it('returns something exactly where the bet wins', () => {
    for (let selection = 0; selection < 13; selection++) {
      expect(rowOf(selection).map((points) => points > 0)).toEqual(numbers.map((number) => wins(selection, number)));
    }
  });

  it('has exactly 130 values', () => {
    expect(payoutTable).toHaveLength(130);
    expect(() => basisPoints(payoutTable, 13, 0)).toThrow(RangeError);
  });
});
