import { invalidInput } from '../errors.ts';
import { looksLikeDate, orderOf, type DateOrder } from './statementDates.ts';

/** Which columns of a bank's CSV hold what, by their headings; null where there is none. */
export interface CsvMapping {
  date: string;
  dateOrder: DateOrder;
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

/** Headings are compared without case and repeated spaces. */
export function plain(heading: string): string {
  return heading.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

const AMOUNT_WORDS = /amount|amt|debit|credit|withdrawal|deposit|\bdr\b|\bcr\b/;

/** Index of the row that is the heading of the table; -1 if there is none among the first 60. */
export function headingRow(rows: readonly string[][], mapping?: CsvMapping): number {
  const named = mapping && columnFields.flatMap((field) => mapping[field] ?? []).map(plain);
  return rows.slice(0, 60).findIndex((row) => {
    const cells = row.map(plain);
    if (named) return named.every((name) => cells.includes(name));
    return (
      cells.some((cell) => /\bdate\b/.test(cell)) && cells.some((cell) => AMOUNT_WORDS.test(cell)) && cells.length > 2
    );
  });
}

/** What the headings and the rows below them suggest. Columns that no heading names are empty or null. */
export function suggestMapping(headings: readonly string[], rows: readonly string[][]): CsvMapping {
  const find = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const found = headings.find((heading) => pattern.test(plain(heading)));
      if (found !== undefined) return found;
    }
    return null;
  };
  const side = find(
    /^(dr|debit|d)\s*[/|.-]?\s*(cr|credit|c)$/,
    /^(cr|credit|c)\s*[/|.-]?\s*(dr|debit|d)$/,
    /^(txn |tran(saction)? )?(type|indicator)$/,
  );
  const credit = find(/^(?!.*(dr|debit|balance)).*(\bcredit|deposit|\bcr\b)/);
  const debit = find(/^(?!.*(cr\b|credit|balance)).*(\bdebit|withdrawal|\bdr\b)/);
  const both = credit !== null && debit !== null;
  const date = find(/^(txn|tran(s|saction)?|post(ing|ed)?)\.? (post(ing|ed)? )?date/, /^date/, /\bdate\b/) ?? '';
  const at = headings.indexOf(date);
  return {
    date,
    dateOrder: orderOf(rows.map((row) => row[at] ?? '').filter(looksLikeDate)),
    time: find(/^(?!.*date).*\btime\b/),
    description: find(/narration|description|particulars|remarks/, /details/) ?? '',
    reference: find(/utr|rrn/, /\bref/, /(transaction|txn|tran) ?(id|no)/, /ch(e)?q/),
    amount: both ? null : find(/^(?!.*balance).*(amount|amt)/),
    side: both ? null : side,
    credit: both ? credit : null,
    debit: both ? debit : null,
    balance: find(/balance/),
  };
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
