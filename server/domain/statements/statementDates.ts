import { dayOf } from '../calendar.ts';

/** In which order a bank writes day, month and year. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATE = /^'?(\d{1,4})[/.\- ](\d{1,2}|[A-Za-z]{3,9})[/.\- ,]+(\d{2,4})(?!\d)(?:[ T,]+(.*))?$/;
const COMPACT = /^'?(\d{4})(\d{2})(\d{2})$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?/i;

/** Whether a cell is meant as a date, be it valid or not. */
export function looksLikeDate(text: string): boolean {
  return DATE.test(text) || COMPACT.test(text);
}

/**
 * The day that a cell gives, `YYYY-MM-DD`, and the time behind it or in a cell of its own, both in India: `21/11/2026`,
 * `21-Nov-26 14:05`, `2026-11-21T09:30:00`, `20261121`. Null for what is no day.
 */
export function readDate(text: string, order: DateOrder, time = ''): { day: string; at: Date | null } | null {
  const compact = COMPACT.exec(text);
  const match = compact ?? DATE.exec(text);
  if (match === null) return null;
  const [, first = '', second = '', third = '', behind = ''] = match;
  const yearFirst = compact !== null || order === 'YMD' || first.length === 4;
  const [year, month, day] = yearFirst
    ? [first, second, third]
    : order === 'MDY' && /^\d/.test(second)
      ? [third, first, second]
      : [third, second, first];
  const named = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const text8601 = `${year.length === 2 ? `20${year}` : year}-${two(named)}-${two(Number(day))}`;
  const midnight = new Date(`${text8601}T00:00:00+05:30`);
  // The 30th of February would be a day of March.
  if (Number.isNaN(midnight.getTime()) || dayOf(midnight) !== text8601) return null;
  return { day: text8601, at: atTime(text8601, time || behind) };
}

function atTime(day: string, text: string): Date | null {
  const match = TIME.exec(text.trim());
  if (match === null) return null;
  const [, hour = '', minute = '', second = '00', half = ''] = match;
  const afternoon = half.toLowerCase() === 'pm';
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (afternoon ? 12 : 0);
  const at = new Date(`${day}T${two(hours)}:${minute}:${second}+05:30`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The order that the dates of a file show; day first where they leave it open, as in India. */
export function orderOf(dates: readonly string[]): DateOrder {
  if (dates.some((text) => /^'?\d{4}[/.-]?\d{2}/.test(text))) return 'YMD';
  const matches = dates.flatMap((text) => DATE.exec(text) ?? []);
  const numbers = dates.map((text) => DATE.exec(text)).flatMap((match) => (match ? [[match[1], match[2]]] : []));
  const isMonthFirst =
    matches.length > 0 &&
    numbers.some(([, second]) => Number(second) > 12) &&
    !numbers.some(([first]) => Number(first) > 12);
  return isMonthFirst ? 'MDY' : 'DMY';
}
