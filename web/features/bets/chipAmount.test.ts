import { expect, it } from 'vitest';
import { chipAmount } from './chipAmount.ts';

it.each([
  [1_000n, '₹10'],
  [3_050n, '₹30'],
  [999_999n, '₹9,999'],
  [1_000_000n, '₹10k'],
  [1_250_000n, '₹12.5k'],
  [9_999_999n, '₹99.9k'],
  [10_000_000n, '₹1L'],
  [12_900_000n, '₹1.2L'],
  [1_234_500_000n, '₹123.4L'],
])('writes %d paise as %s', (amount, text) => {
  expect(chipAmount(amount)).toBe(text);
});
