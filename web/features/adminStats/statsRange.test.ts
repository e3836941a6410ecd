import { describe, expect, it } from 'vitest';
import { rangeUntil } from './statsRange.ts';

/** 01:30 in India on 31 March. */
const now = Date.parse('2026-03-30T20:00:00Z');

describe('the ranges of the dashboard', () => {
  it('today begins at midnight in India', () => {
    expect(rangeUntil(now, 'today')).toEqual({ from: '2026-03-30T18:30:00.000Z', to: '2026-03-30T20:00:00.000Z' });
  });

  it('a week is seven days back from now', () => {
    expect(rangeUntil(now, 'week').from).toBe('2026-03-23T20:00:00.000Z');
  });

  it('a month is the same day of the last month, or its last day', () => {
    expect(rangeUntil(now, 'month').from).toBe('2026-02-27T20:00:00.000Z');
    expect(rangeUntil(Date.parse('2026-11-20T06:30:00Z'), 'month').from).toBe('2026-10-20T06:30:00.000Z');
    expect(rangeUntil(Date.parse('2026-01-10T06:30:00Z'), 'month').from).toBe('2025-12-10T06:30:00.000Z');
  });

  it('a year is the same day of the last year', () => {
    expect(rangeUntil(now, 'year').from).toBe('2025-03-30T20:00:00.000Z');
    expect(rangeUntil(Date.parse('2028-02-29T06:30:00Z'), 'year').from).toBe('2027-02-28T06:30:00.000Z');
  });
});
