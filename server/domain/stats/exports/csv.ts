import { formatRupees } from '../../wallet/money.ts';

/** Money in a table: whole paise, written as rupees with two decimals. */
export interface MoneyCell {
  paise: bigint;
}
export type Cell = string | number | bigint | boolean | Date | MoneyCell | null;

/** One line of CSV (RFC 4180), with its line end. Instants are ISO 8601 in UTC, null is an empty cell. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(harmless(cell));
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? formatRupees(cell.paise) : String(cell);
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
