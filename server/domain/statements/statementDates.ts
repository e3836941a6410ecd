import { asciiDigits } from '../../../web/paymentTexts.ts';
import { dayOf } from '../ground/values/calendar.ts';

/** In which order a bank writes day, month and year. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

/** A date as it is written, before the order of its parts is known. */
interface Written {
  first: string;
  second: string;
  third: string;
  /** What stands behind it, such as a time. */
  behind: string;
  /** The month has its name; it is `second` then. */
  named: boolean;
  /** Dates of a style are written in the same order. */
  style: string;
}

const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const months = MONTH.split('|');
/** `21/11/2026`, `2026-11-21`, `21-Nov-26`, `21 November 2026`, `21Nov2026`, each with a time behind it. */
const DATE = new RegExp(
  `^'?(\\d{1,4})([/.\\- ]?)(\\d{1,2}|(?:${MONTH})[a-z]{0,6})\\.?\\2[,]?([/.\\- ]?)(\\d{4}|\\d{2})(?!\\d)(?:[ T,]+(.*))?$`,
  'i',
);
/** `Nov 21, 2026`. */
const MONTH_FIRST = new RegExp(`^'?(${MONTH})[a-z]{0,6}\\.?[ -](\\d{1,2}),?[ -](\\d{4})(?!\\d)(?:[ T,]+(.*))?$`, 'i');
const COMPACT = /^'?(\d{4})(\d{2})(\d{2})$/;
/** Days since the end of 1899, as spreadsheets store dates; from 2000 to 2099. */
const SERIAL = /^(3[7-9]\d{3}|[4-6]\d{4}|7[0-2]\d{3})(?:\.\d+)?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m)?/i;

function written(text: string): Written | null {
  const plain = asciiDigits(text).replaceAll(/\s+/g, ' ').trim();
  const compact = COMPACT.exec(plain);
  if (compact) return { ...parts(compact), behind: '', named: false, style: 'compact' };
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst) {
    const [, second = '', first = '', third = '', behind = ''] = monthFirst;
    return { first, second, third, behind, named: true, style: 'named' };
  }
  const match = DATE.exec(plain);
  if (match === null) return null;
  const [, first = '', separator = '', second = '', , third = '', behind = ''] = match;
  const named = !/^\d/.test(second);
  // Digits alone are told apart from other numbers by what separates them.
  if (!named && separator === '') return null;
  return { first, second, third, behind, named, style: `${first.length === 4 ? 4 : 2}${separator}${third.length}` };
}

function parts(match: RegExpExecArray) {
  const [, first = '', second = '', third = ''] = match;
  return { first, second, third };
}

/** Whether a cell is meant as a date, be it valid or not. */
export function looksLikeDate(text: string): boolean {
  return written(text) !== null || SERIAL.test(text);
}

/**
 * The day that a cell gives, `YYYY-MM-DD`, and the time behind it or in a cell of its own, both in India: `21/11/2026`,
 * `21-Nov-26 14:05`, `Nov 21, 2026`, `2026-11-21T09:30:00`, `20261121`, a spreadsheet's number of days. Null for what is no
 * day.
 */
export function readDate(text: string, order: DateOrder, time = ''): { day: string; at: Date | null } | null {
  if (SERIAL.test(text)) return { day: dayOfSerial(Number.parseInt(text, 10)), at: null };
  const read = written(text);
  if (read === null) return null;
  const { first, second, third, named } = read;
  const yearFirst = first.length === 4 || (order === 'YMD' && third.length === 2);
  const [year, month, day] = yearFirst
    ? [first, second, third]
    : order === 'MDY' && !named
      ? [third, first, second]
      : [third, second, first];
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const text8601 = `${year.length === 2 ? `20${year}` : year}-${two(number)}-${two(Number(day))}`;
  const midnight = new Date(`${text8601}T00:00:00+05:30`);
  // The 30th of February would be a day of March.
  if (Number.isNaN(midnight.getTime()) || dayOf(midnight) !== text8601) return null;
  return { day: text8601, at: atTime(text8601, time || read.behind) };
}

function dayOfSerial(days: number): string {
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}

function atTime(day: string, text: string): Date | null {
  const match = TIME.exec(asciiDigits(text).trim());
  if (match === null) return null;
  const [, hour = '', minute = '', second = '00', half = ''] = match;
  const afternoon = half.toLowerCase().startsWith('p');
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (afternoon ? 12 : 0);
  const at = new Date(`${day}T${two(hours)}:${minute}:${second}+05:30`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * The order in which each style of a file's dates is written (styles differ in separator and digits of the year), and an
 * example of those that leave it open.
 */
export interface DateOrders {
  of(text: string): DateOrder;
  /** The order that they show; null where they leave it open, or have the year first or the month's name. */
  shown: DateOrder | null;
  /** A date that could be two days; null where the file shows which is meant. */
  ambiguous: string | null;
}

/** The orders that dates show. `chosen` decides where they leave it open, and is DMY, as in India, where it is null. */
export function ordersOf(dates: readonly string[], chosen: DateOrder | null): DateOrders {
  const shown = new Map<string, DateOrder>();
  /** Examples of styles in which no date shows it. */
  const open = new Map<string, string>();
  for (const text of new Set(dates)) {
    const read = written(text);
    if (read === null || read.named || read.first.length === 4) continue;
    const { style } = read;
    const [first, second] = [Number(read.first), Number(read.second)];
    if (second > 12) shown.set(style, shown.get(style) ?? 'MDY');
    else if (first > 12) shown.set(style, 'DMY');
    else if (first !== second && !open.has(style)) open.set(style, text);
  }
  const unclear = [...open].find(([style]) => !shown.has(style));
  return {
    of: (text) => {
      if (chosen === 'YMD') return 'YMD';
      return shown.get(written(text)?.style ?? '') ?? chosen ?? 'DMY';
    },
    shown: unclear === undefined ? ([...shown.values()][0] ?? null) : null,
    ambiguous: chosen === null ? (unclear?.[1] ?? null) : null,
  };
}
