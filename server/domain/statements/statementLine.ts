import { isReferenceKey, isReferenceWord, referenceKey } from '../../../web/paymentTexts.ts';
import type { Paise } from '../../../db/columns.ts';
import { formatRupees } from '../ground/values/money.ts';
import type { LeftOutRow, StatementQuestion } from './statementQuestions.ts';

/** A line of a bank statement, as a parser reads it. */
export interface ReadLine {
  /** The day on which the bank booked it, `YYYY-MM-DD`. */
  day: string;
  /** The instant, where the bank gives a time. */
  at: Date | null;
  /** Credit: into the account. */
  direction: 'credit' | 'debit';
  /** Above zero. */
  amount: Paise;
  /** At most 500 characters, in one line. */
  description: string;
  /** The bank's reference in upper case; null where it has no field of its own, or isn't 4 to 35 letters or digits. */
  reference: string | null;
  /** Further text of the file that may hold its reference; it isn't kept. */
  words?: string;
}

/** What the bank states as the balance before and after the lines of a day. */
export interface DayBalance {
  day: string;
  opening: Paise;
  closing: Paise;
}

export type StatementFormat = 'csv' | 'camt053' | 'mt940';

export interface ReadStatement {
  format: StatementFormat;
  /** The number of the account, where the file has it. */
  account: string | null;
  /** Numbers of other accounts in the file, whose parts are left out. */
  otherAccounts: string[];
  /** In the order of the file. */
  lines: ReadLine[];
  balances: DayBalance[];
  /** Rows that aren't imported: totals, balances carried forward, headings of pages, parts of other accounts. */
  leftOut: LeftOutRow[];
  /** What has to be answered before it is imported. */
  questions: StatementQuestion[];
}

/** What the line does to the balance. */
export function signed({ direction, amount }: Pick<ReadLine, 'direction' | 'amount'>): bigint {
  return direction === 'credit' ? amount : -BigInt(amount);
}

/** The balance to which lines lead from the one before them. */
export function balanceAfter(opening: bigint, lines: readonly Pick<ReadLine, 'direction' | 'amount'>[]): bigint {
  return lines.reduce((sum, line) => sum + signed(line), opening);
}

const MAX_DESCRIPTION = 500;

/** Text in one line, without control characters, shortened to what is kept. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : [...line].slice(0, MAX_DESCRIPTION).join('');
}

/**
 * A reference as deposits have it, from a cell or field of its own: `UTR NO: 7401-8732` too. Null for words, all zeros, and
 * text that holds more than a reference.
 */
export function asReference(text: string): string | null {
  const words =
    text
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{L}\p{N}-]+/gu) ?? [];
  const cut = words.flatMap((word) => (word.split('-').some(isLong) ? word.split('-') : word.replaceAll('-', '')));
  const parts = cut.filter((part) => part !== '' && !isReferenceWord(part));
  if (!parts.every((part) => /\d/.test(part))) return null;
  const reference = parts.join('');
  return /^[0-9A-Z]{4,35}$/.test(reference) && /[1-9]/.test(reference) ? reference : null;
}

/** So many digits are a reference of their own, whatever a hyphen puts beside them. */
function isLong(part: string): boolean {
  return /\d{9}/.test(part);
}

const MIN_TOKEN = 6;
const MAX_TOKENS = 40;

/**
 * Everything in a line that may be a reference: its own, each word of 6 letters or digits with a digit other than 0, runs of
 * digits glued to letters, and what spaces or slashes enclose. Also the key of each, by which requests are found.
 */
export function tokensOf({
  reference,
  description,
  words = '',
}: Pick<ReadLine, 'reference' | 'description' | 'words'>): string[] {
  const text = `${description} ${words}`;
  const parts = text.toUpperCase().match(/[0-9A-Z]+/g) ?? [];
  const glued = text.match(/\d{9,}/g) ?? [];
  const enclosed = text.split(/[\s/]+/).map(referenceKey);
  const tokens = [...(reference === null ? [] : [reference]), ...[...parts, ...glued].filter(isToken)];
  const keys = tokens.map(referenceKey).filter(isReferenceKey);
  return [...new Set([...tokens, ...keys, ...enclosed.filter(isToken)])].slice(0, MAX_TOKENS);
}

function isToken(word: string): boolean {
  return word.length >= MIN_TOKEN && isReferenceKey(word) && /[1-9]/.test(word);
}

/** The lines of each day, in the order of the file. */
export function byDay<Line extends Pick<ReadLine, 'day'>>(lines: readonly Line[]): Map<string, Line[]> {
  const days = new Map<string, Line[]>();
  for (const line of lines) {
    const ofDay = days.get(line.day);
    if (ofDay) ofDay.push(line);
    else days.set(line.day, [line]);
  }
  return days;
}

/** A line as it is named to the admin: `20-11-2026 · 500.00 · UPI ASHA`. */
export function lineText({ day, direction, amount, description }: ReadLine): string {
  return rowText([day, `${direction === 'credit' ? '+' : '-'}${formatRupees(amount)}`, description]);
}

const MAX_ROW_TEXT = 200;

/** A row's text as it is named: in one line, at most 200 characters. */
export function rowText(cells: readonly string[]): string {
  const text = cells
    .filter((cell) => cell !== '')
    .join(' · ')
    .replaceAll(/[\p{C}\s]+/gu, ' ');
  return [...text].slice(0, MAX_ROW_TEXT).join('');
}
