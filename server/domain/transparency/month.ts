import { endOfPeriod, isMonth } from '../ground/values/calendar.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import type { Span } from '../stats/cover.ts';

/** The instants of a month of Asia/Kolkata, `2026-11`. Refuses with INVALID_INPUT what is no month of 1000 to 2999. */
export function readMonth(month: string): Span {
  if (!isMonth(month)) throw invalidInput('month', 'month must be one, such as 2026-11');
  const from = new Date(`${month}-01T00:00:00+05:30`);
  return { from: from.getTime(), to: endOfPeriod('month', from).getTime() };
}
