import { describe, expect, it } from 'vitest';
import { isMonth, monthAfter, monthOf } from './month.ts';

describe('months of the transparency page', () => {
  it('begin at midnight in India', () => {
    expect(monthOf(Date.parse('2026-10-31T18:29:59Z'))).toBe('2026-10');
    expect(monthOf(Date.parse('2026-10-31T18:30:00Z'))).toBe('2026-11');
  });

  it('follow each other over the turn of a year', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
  });

  it.each(['2026-13', '26-01', '2026-1', '', null])('are not %s', (text) => {
    expect(isMonth(text)).toBe(false);
  });
});
