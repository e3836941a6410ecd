import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStartOf, startOf } from '../ground/values/calendar.ts';
import { coverByDays, coverByHours } from './cover.ts';

const at = (kolkata: string) => Date.parse(`${kolkata}+05:30`);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });

describe('covering a range', () => {
  it('takes whole days, whole hours around them, and the rest at the edges', () => {
    expect(coverByDays(range('2026-11-17T21:40', '2026-11-20T02:10'), at('2026-11-20T03:00'))).toEqual({
      days: [range('2026-11-18T00:00', '2026-11-20T00:00')],
      hours: [range('2026-11-17T22:00', '2026-11-18T00:00'), range('2026-11-20T00:00', '2026-11-20T02:00')],
      rest: [range('2026-11-17T21:40', '2026-11-17T22:00'), range('2026-11-20T02:00', '2026-11-20T02:10')],
    });
  });

  it('leaves to the rows what is not folded yet', () => {
    expect(coverByDays(range('2026-11-20T00:00', '2026-11-20T12:34'), at('2026-11-20T11:00'))).toEqual({
      days: [],
      hours: [range('2026-11-20T00:00', '2026-11-20T11:00')],
      rest: [range('2026-11-20T11:00', '2026-11-20T12:34')],
    });
    expect(coverByDays(range('2026-11-20T00:00', '2026-11-20T12:34'), 0).rest).toEqual([
      range('2026-11-20T00:00', '2026-11-20T12:34'),
    ]);
  });

  it('takes days as hours where only hours are kept', () => {
    expect(coverByHours(range('2026-11-17T21:40', '2026-11-20T02:10'))).toEqual({
      hours: [range('2026-11-17T22:00', '2026-11-20T02:00')],
      rest: [range('2026-11-17T21:40', '2026-11-17T22:00'), range('2026-11-20T02:00', '2026-11-20T02:10')],
    });
  });

  it('covers every instant of the range exactly once, in units that are whole and folded', () => {
    const hour = 3_600_000;
    const start = at('2026-11-20T00:00');
    const instants = fc.integer({ min: 0, max: 100 * hour }).map((offset) => start + offset);
    fc.assert(
      fc.property(instants, instants, instants, (a, b, folded) => {
        const span = { from: Math.min(a, b), to: Math.max(a, b) };
        const foldedUntil = startOf('hour', folded);
        const { days, hours, rest } = coverByDays(span, foldedUntil);

        const pieces = [...days, ...hours, ...rest].sort((one, other) => one.from - other.from);
        let reached = span.from;
        for (const piece of pieces) {
          expect(piece.from).toBe(reached);
          expect(piece.to).toBeGreaterThan(piece.from);
          reached = piece.to;
        }
        expect(reached).toBe(span.to);

        for (const unit of ['day', 'hour'] as const) {
          for (const piece of unit === 'day' ? days : hours) {
            expect([startOf(unit, piece.from), startOf(unit, piece.to)]).toEqual([piece.from, piece.to]);
            expect(piece.to).toBeLessThanOrEqual(foldedUntil);
          }
        }
        // No whole, folded hour is answered from rows.
        for (const piece of rest) {
          const wholeHourEnds = nextStartOf('hour', piece.from) + hour;
          expect(wholeHourEnds > piece.to || wholeHourEnds > foldedUntil).toBe(true);
        }
      }),
    );
  });
});
