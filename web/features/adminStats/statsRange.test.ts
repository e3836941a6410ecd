import { describe, expect, it } from 'vitest';
import { choiceIn, choiceParams, rangeBefore, rangeUntil } from './statsRange.ts';

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

  it('yesterday, this week and this month begin at a midnight in India', () => {
    expect(rangeUntil(now, { kind: 'yesterday' })).toEqual({
      from: '2026-03-29T18:30:00.000Z',
      to: '2026-03-30T18:30:00.000Z',
    });
    // A Tuesday, in the week of Monday 30 March.
    expect(rangeUntil(now, { kind: 'thisWeek' }).from).toBe('2026-03-29T18:30:00.000Z');
    expect(rangeUntil(Date.parse('2026-03-29T10:00:00Z'), { kind: 'thisWeek' }).from).toBe('2026-03-22T18:30:00.000Z');
    expect(rangeUntil(now, { kind: 'thisMonth' })).toEqual({
      from: '2026-02-28T18:30:00.000Z',
      to: '2026-03-30T20:00:00.000Z',
    });
  });

  it('are compared with the same hours of the day before, the same days of the week or month before', () => {
    const before = (kind: Parameters<typeof rangeBefore>[0], at = now) =>
      rangeBefore(
        kind,
        rangeUntil(at, kind === 'custom' ? { kind, from: '2026-02-10T00:00', to: '2026-02-11T12:00' } : { kind }),
      );
    expect(before('today')).toEqual({ from: '2026-03-29T18:30:00.000Z', to: '2026-03-29T20:00:00.000Z' });
    expect(before('yesterday')).toEqual({ from: '2026-03-28T18:30:00.000Z', to: '2026-03-29T18:30:00.000Z' });
    expect(before('thisWeek')).toEqual({ from: '2026-03-22T18:30:00.000Z', to: '2026-03-23T20:00:00.000Z' });
    expect(before('week')).toEqual({ from: '2026-03-16T20:00:00.000Z', to: '2026-03-23T20:00:00.000Z' });
    expect(before('thisMonth', Date.parse('2026-03-09T20:00:00Z'))).toEqual({
      from: '2026-01-31T18:30:00.000Z',
      to: '2026-02-09T20:00:00.000Z',
    });
    // February is over before the thirtieth.
    expect(before('thisMonth')).toEqual({ from: '2026-01-31T18:30:00.000Z', to: '2026-02-28T18:30:00.000Z' });
    expect(before('month')).toEqual({ from: '2026-01-27T20:00:00.000Z', to: '2026-02-27T20:00:00.000Z' });
    expect(before('year')).toEqual({ from: '2024-03-30T20:00:00.000Z', to: '2025-03-30T20:00:00.000Z' });
    expect(before('custom')).toEqual({ from: '2026-02-08T06:30:00.000Z', to: '2026-02-09T18:30:00.000Z' });
  });

  it('is kept in the address as it was chosen', () => {
    for (const text of [
      '',
      'range=yesterday',
      'range=thisMonth',
      'range=week',
      'range=year',
      'from=2026-02-10T00%3A00&to=2026-02-11T13%3A30',
    ])
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
