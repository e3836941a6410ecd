import { expect, it } from 'vitest';
import { countBefore, moneyBefore } from './beforeText.ts';

it('tells what was before, and the change as a share of that', () => {
  expect(moneyBefore('1120.00', '1000.00')).toBe('₹1,000.00 before, +12%');
  expect(moneyBefore('0.00', '12.34')).toBe('₹12.34 before, -100%');
  expect(countBefore(7, 7)).toBe('7 before, 0%');
});

it('tells no share of nothing, of a loss, or of a tenth', () => {
  expect(moneyBefore('100.00', '10.00')).toBe('₹10.00 before');
  expect(moneyBefore('5.00', '0.00')).toBe('₹0.00 before');
  expect(moneyBefore('5.00', '-10.00')).toBe('−₹10.00 before');
});
