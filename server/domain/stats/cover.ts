import { nextStartOf, startOf } from './calendar.ts';

/** From the first instant up to, not including, the second. Milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** A range cut into what whole days answer, what whole hours answer, and the rest that only the rows themselves answer. */
export interface Cover {
  days: Span[];
  hours: Span[];
  rest: Span[];
}

/**
 * Covers a range with as few and as large units of Asia/Kolkata as possible. Whole hours and days are used up to
 * `foldedUntil` only, which is the start of an hour: what comes later has not been folded into them yet.
 */
export function cover({ from, to }: Span, foldedUntil: number): Cover {
  const firstHour = nextStartOf('hour', from);
  const lastHour = startOf('hour', Math.min(to, foldedUntil));
  if (firstHour >= lastHour) return { days: [], hours: [], rest: spans([from, to]) };

  const firstDay = nextStartOf('day', firstHour);
  const lastDay = startOf('day', lastHour);
  const hours = firstDay >= lastDay ? spans([firstHour, lastHour]) : spans([firstHour, firstDay], [lastDay, lastHour]);
  return { days: spans([firstDay, lastDay]), hours, rest: spans([from, firstHour], [lastHour, to]) };
}

function spans(...bounds: [number, number][]): Span[] {
  return bounds.filter(([from, to]) => from < to).map(([from, to]) => ({ from, to }));
}
