import { expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

it('is won only when more was returned than staked', () => {
  expect(outcomeOf({ betAmount: '10.00', winAmount: '20.00' })).toBe('won');
  expect(outcomeOf({ betAmount: '1010.00', winAmount: '20.00' })).toBe('back');
  expect(outcomeOf({ betAmount: '20.00', winAmount: '20.00' })).toBe('back');
  expect(outcomeOf({ betAmount: '20.00', winAmount: '0.00' })).toBe('lost');
});
