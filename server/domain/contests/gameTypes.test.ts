import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commonPeriodMs,
  cutoffMs,
  type GameType,
  gameTypes,
  isGameId,
  lengthMs,
  nextTurn,
  slotAt,
} from './gameTypes.ts';

const anyGame = fc.constantFrom(...gameTypes);
const anyInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('the grid of rounds', () => {
  it.each<[GameType, string, string]>([
    ['sapreOne', '2026-11-20T12:21:30+05:30', 'sapreOne-202611200742'],
    ['sapreHalf', '2026-01-01T00:00:00+05:30', 'sapreHalf-202601010001'],
    ['sapreHalf', '2026-01-01T00:00:29.999+05:30', 'sapreHalf-202601010001'],
    ['sapreHalf', '2026-01-01T00:00:30+05:30', 'sapreHalf-202601010002'],
    ['sapreHalf', '2025-12-31T23:59:59.999+05:30', 'sapreHalf-202512312880'],
    ['sapreOne', '2025-12-31T18:29:59.999Z', 'sapreOne-202512311440'],
    ['sapreThree', '2025-12-31T18:30:00Z', 'sapreThree-202601010001'],
    ['sapreThree', '2028-02-29T23:59:00+05:30', 'sapreThree-202802290480'],
  ])('%s at %s is %s', (gameType, instant, gameId) => {
    expect(slotAt(gameType, Date.parse(instant)).gameId).toBe(gameId);
  });

  it('gives the same period as the calendar of Asia/Kolkata', () => {
    const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'medium' });
    fc.assert(
      fc.property(anyGame, anyInstant, (gameType, instant) => {
        const { gameId } = slotAt(gameType, instant);
        const [hours = 0, minutes = 0, seconds = 0] = clock.format(instant).split(':').map(Number);
        const secondOfDay = hours * 3_600 + minutes * 60 + seconds;
        const number = Math.floor((secondOfDay * 1_000) / lengthMs(gameType)) + 1;
        const date = calendar.format(instant).replaceAll('-', '');
        expect(gameId).toBe(`${gameType}-${date}${String(number).padStart(4, '0')}`);
      }),
    );
  });

  it('closes betting 30 s before the end, and 5 s before in the half-minute round', () => {
    expect(gameTypes.map(cutoffMs)).toEqual([5_000, 30_000, 30_000]);
    expect(gameTypes.map(lengthMs)).toEqual([30_000, 60_000, 180_000]);
  });

  it('leaves no gap and no overlap between rounds', () => {
    fc.assert(
      fc.property(anyGame, anyInstant, (gameType, instant) => {
        const here = slotAt(gameType, instant);
        const next = slotAt(gameType, here.endsAt);
        expect(here.startsAt <= instant && instant < here.endsAt).toBe(true);
        expect([next.startsAt, next.slot]).toEqual([here.endsAt, here.slot + 1]);
        expect(next.gameId).not.toBe(here.gameId);
      }),
    );
  });

  it('turns at each closing and each end, and at nothing else', () => {
    const start = Date.parse('2026-11-20T06:00:00Z');
    expect(nextTurn('sapreOne', start)).toBe(start + 30_000);
    expect(nextTurn('sapreOne', start + 29_999)).toBe(start + 30_000);
    expect(nextTurn('sapreOne', start + 30_000)).toBe(start + 60_000);
    expect(nextTurn('sapreHalf', start + 24_999)).toBe(start + 25_000);
    expect(nextTurn('sapreThree', start + 150_000)).toBe(start + 180_000);
  });
});

it('rounds of all games end together every 3 minutes', () => {
  expect(commonPeriodMs).toBe(180_000);
});

it.each([
  ['sapreHalf-202611220001', true],
  ['sapreOne-202611220001', true],
  ['sapreThree-202611220001', true],
  ['sapreFour-202611220001', false],
  ['xsapreOne-202611220001', false],
  ['sapreOne-2026112200011', false],
  ['sapreOne-20261122000', false],
  ['', false],
])('%s is the public name of a round: %s', (text, is) => {
  expect(isGameId(text)).toBe(is);
});
