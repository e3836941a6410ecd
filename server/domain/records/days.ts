import { isDay, nextDay } from '../ground/values/calendar.ts';
import { invalidInput } from '../ground/refusals/errors.ts';

/** Days of Asia/Kolkata, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The instants of these days: from `from` up to, not including, `to`. */
export interface Period {
  days: Days;
  from: Date;
  to: Date;
}

const MOST_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/** Refuses with INVALID_INPUT what is no day, an end before the beginning, and more than 366 days. */
export function readDays(days: Days): Period {
  const from = midnightOf('from', days.from);
  const to = nextDay(midnightOf('to', days.to));
  if (to <= from) throw invalidInput('to', 'The period ends before it begins.');
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    throw invalidInput('to', `A period has at most ${MOST_DAYS} days.`);
  }
  return { days, from, to };
}

function midnightOf(field: string, day: string): Date {
  if (!isDay(day)) throw invalidInput(field, `${field} must be a day, such as 2026-11-20`);
  return new Date(`${day}T00:00:00+05:30`);
}
