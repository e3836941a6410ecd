import { expect, test } from 'vitest';
import { maskedName } from './recentWins.ts';

test.each([
  ['Aarav', 'Aa***v'],
  ['  Priya Sharma ', 'Pr***a'],
  ['Jo', 'J***'],
  ['Ana', 'A***'],
  ['आराधना', 'आरा***ना'],
  ['', '***'],
])('the name "%s" is masked as "%s"', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});
