import { formatRupees } from '../../ground/values/money.ts';

/** Money in a table: whole paise, written as rupees with two decimals. */
export interface MoneyCell {
  paise: bigint;
}
export type Cell = string | number | bigint | boolean | Date | MoneyCell | null;

/**
 * One line of CSV (RFC 4180), with its line end. Instants are in Indian time, DD-MM-YYYY hh:mm:ss, as their column's
 * title states (`inIndia`); null is an empty cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(harmless(cell));
  if (cell instanceof Date) return indianTime(cell);
  return typeof cell === 'object' ? formatRupees(cell.paise) : String(cell);
}

/** The title of a column of instants. */
export function inIndia(title: string): string {
  return `${title} (IST)`;
}

const INDIA_AHEAD_MS = 5.5 * 3_600_000;

/** `2026-11-20T12:30:00.000Z` for 07:00 UTC: the same fields in India, whatever the machine's time zone. */
function inIndianFields(at: Date): string {
  return new Date(at.getTime() + INDIA_AHEAD_MS).toISOString();
}

/** `2026-11-20`, the day in India. */
export function indianDay(at: Date): string {
  return inIndianFields(at).slice(0, 10);
}

/** `20-11-2026 12:30:00` in India. */
function indianTime(at: Date): string {
  const [day = '', time = ''] = inIndianFields(at).split('T');
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 8)}`;
}

/**
 * Spreadsheets interpret text that begins with one of these as a formula, a command or a second separator, and names
 * and messages are user input: a leading quote makes it text again.
 */
function harmless(text: string): string {
  return /^[=+\-@|%;\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
