import { formatRupees } from '../../ground/values/money.ts';
import { inKolkata } from '../../ground/values/calendar.ts';
import type { Cell } from './table.ts';

/** Byte order mark: without it spreadsheets take UTF-8 for an older encoding. */
export const BOM = '\ufeff';

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

/** `20-11-2026 12:30:00` in India. */
function indianTime(at: Date): string {
  const [day = '', time = ''] = inKolkata(at).toISOString().split('T');
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
