import { nextStartOf, startOf } from '../ground/values/calendar.ts';

/** From the first instant up to, not including, the second. Milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** A range divided into whole hours of Asia/Kolkata, answered from totals, and the rest, answered from rows. */
export interface HourCover {
  hours: Span[];
  rest: Span[];
}

/** The same with whole days separate; `hours` are those around them. */
export interface DayCover extends HourCover {
  days: Span[];
}

/**
 * Covers a range with whole hours as far as possible. Only those before `foldedUntil`, the start of an hour, are used,
 * because later ones have not been folded yet.
 */
export function coverByHours({ from, to }: Span, foldedUntil = Infinity): HourCover {
  const first = nextStartOf('hour', from);
  const last = startOf('hour', Math.min(to, foldedUntil));
  if (first >= last) return { hours: [], rest: spans([from, to]) };
  return { hours: spans([first, last]), rest: spans([from, first], [last, to]) };
}

/** Covers a range with whole days as far as possible, with whole hours around them, and the rest. */
export function coverByDays(span: Span, foldedUntil: number): DayCover {
  const { hours, rest } = coverByHours(span, foldedUntil);
  const [all] = hours;
  if (!all) return { days: [], hours, rest };
  const first = nextStartOf('day', all.from);
  const last = startOf('day', all.to);
  if (first >= last) return { days: [], hours, rest };
  return { days: spans([first, last]), hours: spans([all.from, first], [last, all.to]), rest };
}

function spans(...bounds: [number, number][]): Span[] {
  return bounds.filter(([from, to]) => from < to).map(([from, to]) => ({ from, to }));
}
