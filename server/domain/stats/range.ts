import { invalidInput } from '../errors.ts';
import type { Span } from './cover.ts';

/** From the first instant up to, not including, the second. */
export interface DateRange {
  from: Date;
  to: Date;
}

/** The range in milliseconds. Refuses with INVALID_INPUT one that ends before it begins, or is no range at all. */
export function readRange({ from, to }: DateRange): Span {
  const span = { from: from.getTime(), to: to.getTime() };
  if (Number.isNaN(span.from)) throw invalidInput('from', 'The range begins at no valid instant.');
  if (Number.isNaN(span.to)) throw invalidInput('to', 'The range ends at no valid instant.');
  if (span.to < span.from) throw invalidInput('to', 'The range ends before it begins.');
  return span;
}
