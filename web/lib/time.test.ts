import { describe, expect, it } from 'vitest';
import { formatCountdown, formatDay, formatInstant, secondsUntil } from './time.ts';

describe('time', () => {
  it('shows instants in India, two-digit day, month and year, on a twelve-hour clock', () => {
    expect(formatInstant('2026-11-20T06:52:00.000Z')).toBe('20-11-26 12:22 pm');
    expect(formatInstant('2026-12-31T18:30:00.000Z')).toBe('01-01-27 12:00 am');
    expect(formatInstant('2026-01-01T03:34:59.999Z')).toBe('01-01-26 09:04 am');
    expect(formatInstant('2026-01-01T03:34:09.999Z', { seconds: true })).toBe('01-01-26 09:04:09 am');
  });

  it('shows days as it shows instants', () => expect(formatDay('2026-11-20')).toBe('20-11-26'));

  it('counts whole seconds up to the instant and stops at zero', () => {
    const end = '2026-11-20T06:52:00.000Z';
    expect(secondsUntil(end, Date.parse(end) - 4001)).toBe(5);
    expect(secondsUntil(end, Date.parse(end) - 4000)).toBe(4);
    expect(secondsUntil(end, Date.parse(end) + 60_000)).toBe(0);
  });

  it('writes mm:ss', () => {
    expect(formatCountdown(21)).toBe('00:21');
    expect(formatCountdown(180)).toBe('03:00');
  });
});
