import { invalidInput } from '../ground/refusals/errors.ts';
import type { Span } from './cover.ts';

/** From the first instant (inclusive) to the second (exclusive). */
export interface DateRange {
  from: Date;
  to: Date;
}

/** Bounds of ranges: far before and after all data, and within the years that the database supports. */
export const EARLIEST = new Date('1900-01-01T00:00:00Z');
export const LATEST = new Date('9999-12-31T00:00:00Z');

/**
 * The range in milliseconds. Refuses with INVALID_INPUT one that ends before it begins, is outside 1900-9999, or is
 * malformed.
 */
export function readRange({ from, to }: DateRange): Span {
  const span = { from: from.getTime(), to: to.getTime() };
  if (Number.isNaN(span.from)) throw invalidInput('from', 'The range begins at no valid instant.');
  if (Number.isNaN(span.to)) throw invalidInput('to', 'The range ends at no valid instant.');
  if (from < EARLIEST) throw invalidInput('from', 'The range begins before 1900.');
  if (to > LATEST) throw invalidInput('to', 'The range ends after the year 9999.');
  if (span.to < span.from) throw invalidInput('to', 'The range ends before it begins.');
  return span;
}
