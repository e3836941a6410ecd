import { describe, expect, it } from 'vitest';
import { formatMultiplier, ratesOf, type PayoutRow } from './payouts.ts';

const table: PayoutRow[] = [
  {
    selection: { color: 'GREEN', number: null },
    numbers: [{ number: 0, basisPoints: 16_000 }, ...[2, 4, 6, 8].map((number) => ({ number, basisPoints: 20_000 }))],
  },
  {
    selection: { color: 'VIOLET', number: null },
    numbers: [0, 5].map((number) => ({ number, basisPoints: 48_000 })),
  },
  { selection: { color: null, number: 7 }, numbers: [{ number: 7, basisPoints: 96_000 }] },
];

describe('what a bet returns', () => {
  it('returns the usual rate and where it differs', () => {
    expect(ratesOf(table, { color: 'GREEN' })).toEqual({
      usual: 20_000,
      exceptions: [{ number: 0, basisPoints: 16_000 }],
    });
    expect(ratesOf(table, { color: 'VIOLET' })).toEqual({ usual: 48_000, exceptions: [] });
    expect(ratesOf(table, { number: 7 })).toEqual({ usual: 96_000, exceptions: [] });
  });

  it('formats rates', () => {
    expect([20_000, 16_000, 48_000, 96_000].map(formatMultiplier)).toEqual(['2', '1.6', '4.8', '9.6']);
  });
});
