import { describe, expect, it } from 'vitest';
import { choiceIn, choiceParams, rangeUntil } from './statsRange.ts';

/** 01:30 in India on 31 March. */
const now = Date.parse('2026-03-30T20:00:00Z');

describe('the ranges of the dashboard', () => {
  it('today begins at midnight in India', () => {
    expect(rangeUntil(now, { kind: 'today' })).toEqual({
      from: '2026-03-30T18:30:00.000Z',
      to: '2026-03-30T20:00:00.000Z',
    });
  });

  it('a week is seven days back from now', () => {
    expect(rangeUntil(now, { kind: 'week' }).from).toBe('2026-03-23T20:00:00.000Z');
  });

  it('a month is the same day of the last month, or its last day', () => {
    expect(rangeUntil(now, { kind: 'month' }).from).toBe('2026-02-27T20:00:00.000Z');
    expect(rangeUntil(Date.parse('2026-11-20T06:30:00Z'), { kind: 'month' }).from).toBe('2026-10-20T06:30:00.000Z');
    expect(rangeUntil(Date.parse('2026-01-10T06:30:00Z'), { kind: 'month' }).from).toBe('2025-12-10T06:30:00.000Z');
  });

  it('a year is the same day of the last year', () => {
    expect(rangeUntil(now, { kind: 'year' }).from).toBe('2025-03-30T20:00:00.000Z');
    expect(rangeUntil(Date.parse('2028-02-29T06:30:00Z'), { kind: 'year' }).from).toBe('2027-02-28T06:30:00.000Z');
  });

  it('is kept in the address as it was chosen', () => {
    for (const text of ['', 'range=week', 'range=year', 'from=2026-02-10T00%3A00&to=2026-02-11T13%3A30'])
      expect(choiceParams(choiceIn(new URLSearchParams(text))).toString()).toBe(text);
    expect(rangeUntil(now, choiceIn(new URLSearchParams('from=2026-02-10T00:00&to=2026-02-11T13:30')))).toEqual({
      from: '2026-02-09T18:30:00.000Z',
      to: '2026-02-11T08:00:00.000Z',
    });
  });

  it('is today where the address has none that is valid', () => {
    for (const text of [
      'range=decade',
      'from=2026-02-10T00:00',
      'from=2026-02-11T00:00&to=2026-02-10T00:00',
      'from=x&to=y',
    ])
      expect(choiceIn(new URLSearchParams(text))).toEqual({ kind: 'today' });
  });
});
