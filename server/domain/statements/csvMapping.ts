import { invalidInput } from '../ground/refusals/errors.ts';
import { looksLikeDate, type DateOrder } from './statementDates.ts';
import { readAmount } from './statementAmounts.ts';
import { readSide } from './statementSides.ts';
import { MAX_COLUMNS, type TableRow } from './tableRows.ts';

/** Which columns of a bank's table hold what, by their headings; null where there is none. */
export interface CsvMapping {
  date: string;
  /** Null: as the dates of the file show. */
  dateOrder: DateOrder | null;
  time: string | null;
  description: string;
  reference: string | null;
  /** One column with a sign or `CR`/`DR`, or whose side `side` gives; else `credit` and `debit`. */
  amount: string | null;
  side: string | null;
  credit: string | null;
  debit: string | null;
  balance: string | null;
}

export const columnFields = [
  'date',
  'time',
  'description',
  'reference',
  'amount',
  'side',
  'credit',
  'debit',
  'balance',
] as const satisfies (keyof CsvMapping)[];

/** A table within a file. */
export interface Table {
  /** Place of the row of headings among the rows; -1 where the table has none. */
  heading: number;
  /** A name for each column: what stands above it, with a number where several have the same; else `Column 3`. */
  headings: string[];
}

const HEADING_ROWS = 60;
const SAMPLE_ROWS = 200;

/** Headings are compared without case and repeated spaces. */
export function plain(heading: string): string {
  return heading.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** A heading's words, which some banks join by underscores or dots. */
function words(heading: string): string {
  return plain(heading.replaceAll(/[_.:]/g, ' '));
}

const DATE_WORDS = /\bdate\b|\bdt\b|दिनांक|तारीख|तिथि/u;
const AMOUNT_WORDS = /amount|amt|debit|credit|withdrawal|deposit|\bdr\b|\bcr\b|जमा|नामे|निकासी|आहरण|राशि/u;

/**
 * The table of a file: below the row whose headings have the mapping's names, or else below the one of the line `line`, or
 * else below the first row that reads like headings, or stands as such above the first payment. Without one it begins with
 * the first row that has a date and an amount; its columns are called by their numbers. Null where there is none.
 */
export function tableOf(
  rows: readonly TableRow[],
  mapping: CsvMapping | null,
  line: number | null = null,
): Table | null {
  const named = mapping && columnFields.flatMap((field) => mapping[field] ?? []).filter(Boolean);
  const first = rows.slice(0, HEADING_ROWS);
  const heading = line === null ? headingAmong(first, named) : rows.findIndex(({ number }) => number === line);
  if (heading !== -1) return { heading, headings: uniqueNames(rows[heading]?.cells ?? []) };
  const headings = Array.from({ length: MAX_COLUMNS }, (_, index) => `Column ${index + 1}`);
  if (!first.some(isPayment) || (named && !hasAll(headings, named))) return null;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return { heading: -1, headings: headings.slice(0, width) };
}

/** The place of the row with these names, or that reads like headings, or stands as such above the first payment; else -1. */
function headingAmong(rows: readonly TableRow[], named: readonly string[] | null): number {
  if (named) return rows.findIndex(({ cells }) => hasAll(uniqueNames(cells), named));
  const known = rows.findIndex(({ cells }) => isHeading(cells));
  if (known !== -1) return known;
  const first = rows.findIndex(isPayment);
  const above = rows[first - 1]?.cells.filter((cell) => cell !== '') ?? [];
  const isLabelled =
    above.length > 2 && above.every((cell) => /\p{L}/u.test(cell) && !looksLikeDate(cell) && !isAmount(cell));
  return isLabelled ? first - 1 : -1;
}

function isPayment(row: TableRow): boolean {
  return isDated(row) && row.cells.some(isAmount);
}

function isDated({ cells }: TableRow): boolean {
  return cells.some(looksLikeDate);
}

function hasAll(headings: readonly string[], names: readonly string[]): boolean {
  const known = headings.map(plain);
  return names.every((name) => known.includes(plain(name)));
}

function isHeading(cells: readonly string[]): boolean {
  const texts = cells.map(words);
  if (cells.some(looksLikeDate) || texts.filter(Boolean).length < 3) return false;
  return texts.some((cell) => DATE_WORDS.test(cell)) && texts.some((cell) => AMOUNT_WORDS.test(cell));
}

function isAmount(cell: string): boolean {
  return !looksLikeDate(cell) && /\p{Nd}/u.test(cell) && readAmount(cell, 'decimals') !== undefined;
}

function uniqueNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const count = (seen.get(plain(cell)) ?? 0) + 1;
    seen.set(plain(cell), count);
    return cell === '' || count === 1 ? cell : `${cell} (${count})`;
  });
}

/** What headings and the rows below them suggest. Columns that neither shows are empty or null. */
export function suggestMapping({ heading, headings }: Table, rows: readonly TableRow[]): CsvMapping {
  const sample = rows.slice(heading + 1, heading + 1 + SAMPLE_ROWS);
  if (heading === -1) return mappingByContent(headings, sample);
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const found = headings.find((name) => name !== '' && pattern.test(words(name)));
      if (found !== undefined) return found;
    }
    return null;
  };
  const dated = sample.filter(isDated);
  const credit = find(/^(?!.*(\bdr\b|debit|balance)).*(\bcredit|deposit|\bcr\b|जमा)/u);
  const debit = find(/^(?!.*(\bcr\b|credit|balance)).*(\bdebit|withdrawal|\bdr\b|नामे|निकासी|आहरण)/u);
  const both = credit !== null && debit !== null;
  const balance = find(/balance|\bbal\b|शेष|बैलेंस/u);
  const side = headings.find(
    (name, at) => name !== '' && headings[at - 1] !== balance && areSides(valuesIn(dated, at)),
  );
  const date = find(/^(txn|tran(s|saction)?|post(ing|ed)?) (post(ing|ed)? )?(date|dt)\b/, /^date/, DATE_WORDS);
  return {
    date: date ?? '',
    dateOrder: null,
    time: find(/^(?!.*date).*\btime\b/),
    description:
      find(/narration|description|particulars|remarks|विवरण|विवरन/u, /details|text/) ??
      longest(headings, dated, [date, balance]) ??
      '',
    reference: find(/\butr\b|\brrn\b/, /\bref|संदर्भ/u, /(transaction|txn|tran) ?(id|no)/, /ch(e)?q|चेक/u),
    amount: both ? null : (find(/^(?!.*balance).*(amount|amt|राशि)/u) ?? onlyAmounts(headings, dated, [date, balance])),
    side: both ? null : (side ?? null),
    credit: both ? credit : null,
    debit: both ? debit : null,
    balance,
  };
}

/** Cells of a column that hold something. */
function valuesIn(rows: readonly TableRow[], at: number): string[] {
  return rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '');
}

/** Whether an amount has two decimals: columns of other numbers, such as serial ones, have none. */
function hasDecimals(cell: string): boolean {
  return /[.,]\d\d\D*$/.test(cell);
}

function areSides(values: readonly string[]): boolean {
  return values.length > 0 && values.every((cell) => /\p{L}/u.test(cell) && readSide(cell) !== null);
}

/** The first column of amounts alone beside those that are known; null if there is none. */
function onlyAmounts(
  headings: readonly string[],
  rows: readonly TableRow[],
  known: readonly (string | null)[],
): string | null {
  const found = headings.find((name, at) => {
    const values = name === '' || known.includes(name) ? [] : valuesIn(rows, at);
    return values.every(isAmount) && values.some(hasDecimals);
  });
  return found ?? null;
}

/** The column with most text beside those that are known; null if none has letters. */
function longest(
  headings: readonly string[],
  rows: readonly TableRow[],
  known: readonly (string | null)[],
): string | null {
  let best: { name: string; length: number } | null = null;
  for (const [at, name] of headings.entries()) {
    if (name === '' || known.includes(name)) continue;
    const texts = valuesIn(rows, at).filter((cell) => /\p{L}/u.test(cell) && !looksLikeDate(cell));
    const length = texts.reduce((sum, cell) => sum + cell.length, 0);
    if (length > (best?.length ?? 0)) best = { name, length };
  }
  return best?.name ?? null;
}

/** The columns of a table without headings, by what they hold. */
function mappingByContent(headings: readonly string[], rows: readonly TableRow[]): CsvMapping {
  const dated = rows.filter(isDated);
  const columns = headings
    .map((name, at) => ({ name, values: valuesIn(dated, at) }))
    .filter(({ values }) => values.length > 0);
  const date = columns.find(({ values }) => values.every(looksLikeDate))?.name ?? '';
  const side = columns.find(({ values }) => areSides(values))?.name ?? null;
  const amounts = columns.filter(
    ({ name, values }) =>
      name !== date &&
      name !== side &&
      values.every((cell) => isAmount(cell) || readAmount(cell) === null) &&
      values.some(hasDecimals),
  );
  const [first = null, second = null, third = null] = amounts.map(({ name }) => name);
  const isPair = third !== null || (second !== null && side === null && neverBoth(rows, headings, [first, second]));
  return {
    date,
    dateOrder: null,
    time: null,
    description: longest(headings, dated, [date, side]) ?? '',
    reference: columns.find(({ values }) => values.every((cell) => /^[A-Z]{0,6}\d{6,}$/i.test(cell)))?.name ?? null,
    amount: isPair ? null : first,
    side: isPair ? null : side,
    debit: isPair ? first : null,
    credit: isPair ? second : null,
    balance: isPair ? third : second,
  };
}

function neverBoth(rows: readonly TableRow[], headings: readonly string[], names: readonly (string | null)[]): boolean {
  const places = names.map((name) => headings.indexOf(name ?? ''));
  return rows.every(({ cells }) => places.filter((at) => isAmount(cells[at] ?? '')).length < 2);
}

/** Refuses with INVALID_INPUT a mapping that lacks date, description or amounts. */
export function checkMapping(mapping: CsvMapping): CsvMapping {
  const { date, description, amount, credit, debit } = mapping;
  if (date === '') throw invalidInput('mapping', 'Choose the column of the date.');
  if (description === '') throw invalidInput('mapping', 'Choose the column of the description.');
  if ((amount === null) === (credit === null && debit === null)) {
    throw invalidInput('mapping', 'Choose one column of amounts, or those of money in and out.');
  }
  return mapping;
}
