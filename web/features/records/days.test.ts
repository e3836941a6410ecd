import { expect, it } from 'vitest';
import { faultOf, thisMonth } from './days.ts';

it('begins with the month so far in India, which is ahead of UTC', () => {
  expect(thisMonth(Date.parse('2026-11-20T07:00:00Z'))).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(thisMonth(Date.parse('2026-11-30T20:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-01' });
});

it.each([
  ['2026-11-01', '2026-11-01', null],
  ['2025-01-01', '2026-01-01', null],
  ['2025-01-01', '2026-01-02', 'tooLong'],
  ['2026-11-02', '2026-11-01', 'backwards'],
  ['', '2026-11-01', 'missing'],
  ['2026-11-01', '', 'missing'],
])('finds in %s to %s: %s', (from, to, fault) => {
  expect(faultOf({ from, to })).toBe(fault);
});
