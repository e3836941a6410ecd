import type { Paise } from '../../../db/columns.ts';
import { plainCode, plainUpiId } from '../../../web/paymentTexts.ts';
import { readAmount } from '../statements/statementAmounts.ts';
import { asReference } from '../statements/statementLine.ts';
import { namedRow, type TableRow } from '../statements/tableRows.ts';

/** A payout of the batch that has no outcome yet. */
export interface AwaitedPayout {
  readonly id: bigint;
  readonly code: string;
  readonly amount: Paise;
  readonly upiId: string | null;
  readonly accountNumber: string | null;
  readonly accountHolderName: string | null;
}

export type AnswerProblem =
  /** No payout of the batch that waits fits, or more than one does. */
  | 'unknown'
  | 'several'
  /** The bank says that it wasn't paid, or not yet. */
  | 'failed'
  | 'pending'
  | 'amountDiffers'
  | 'noReference'
  /** Two rows name one payout, or have one reference. */
  | 'twice';

/** A row of the bank's answer. */
export interface AnswerRow {
  row: number;
  text: string;
  payoutId: bigint | null;
  reference: string | null;
  problem: AnswerProblem | null;
}

export interface ReadAnswer {
  /** The columns of the table, by their headings or numbers. */
  columns: string[];
  /** Which of them was taken as the bank's reference; null where none or several could be. */
  referenceColumn: number | null;
  rows: AnswerRow[];
}

interface Placed {
  readonly row: TableRow;
  readonly found: readonly AwaitedPayout[];
}

/**
 * What a bank's answer, or what was pasted, says of the payouts of a batch: which row is of which payout, and its reference. A row
 * names its payout by our id, else by the account, else by an amount that only one payout has; one that says that the payment failed
 * or waits has no reference taken. `referenceColumn` is the place of the column that was chosen; null: the one whose heading or whose
 * cells show it.
 */
export function readAnswer(
  table: readonly TableRow[],
  payouts: readonly AwaitedPayout[],
  referenceColumn: number | null = null,
): ReadAnswer {
  const rows = table.map(spread);
  const placed = place(rows, payouts);
  const first = placed.findIndex(({ found }) => found.length > 0);
  const heading = first > 0 && isHeading(rows[first - 1]) ? first - 1 : -1;
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from(
    { length: width },
    (_, at) => (heading === -1 ? '' : rows[heading]?.cells[at]) || `Column ${at + 1}`,
  );
  const known = placed.filter(({ found }) => found.length === 1);
  const column = referenceColumn ?? columnOfReferences(columns, known);
  const answers = placed.flatMap((one, at) => (at === heading ? [] : answerOf(one, column)));
  return { columns, referenceColumn: column, rows: withoutTwice(answers) };
}

/** Two columns that are pasted with spaces between them are cells of their own. */
function spread(row: TableRow): TableRow {
  const [only = '', ...more] = row.cells;
  return more.length > 0 ? row : { ...row, cells: only.split(/\s+/) };
}

function isHeading(row: TableRow | undefined): boolean {
  return row !== undefined && row.cells.length > 1 && !row.cells.some((cell) => /\d{4}/.test(cell));
}

/** The payouts that each row may be of. */
function place(rows: readonly TableRow[], payouts: readonly AwaitedPayout[]): Placed[] {
  const byCode = new Map(payouts.map((payout) => [payout.code, payout]));
  const byAccount = grouped(payouts, accountOf);
  const byAmount = grouped<bigint>(payouts, ({ amount }) => amount);
  const named = rows.map((row) => {
    const codes = row.cells.flatMap((cell) => cell.toUpperCase().match(/[0-9A-Z]+/g) ?? []);
    const coded = [...new Set(codes.flatMap((code) => byCode.get(code) ?? []))];
    if (coded.length > 0) return { row, found: coded };
    const ofAccount = row.cells.flatMap((cell) => byAccount.get(accountKey(cell)) ?? []);
    return { row, found: narrowed([...new Set(ofAccount)], row) };
  });
  // By amount alone where only one row and only one payout has it.
  const amounts = rows.map((row) => [...new Set(amountsOf(row.cells))].filter((amount) => byAmount.has(amount)));
  const times = new Map<bigint, number>();
  for (const amount of amounts.flat()) times.set(amount, (times.get(amount) ?? 0) + 1);
  return named.map(({ row, found }, at) => {
    if (found.length > 0) return { row, found };
    const sums = amounts[at] ?? [];
    const ofAmount = sums.flatMap((amount) => byAmount.get(amount) ?? []);
    const isAlone = ofAmount.length === 1 && sums.every((amount) => times.get(amount) === 1);
    return { row, found: isAlone || ofAmount.length !== 1 ? ofAmount : [] };
  });
}

function grouped<Key>(payouts: readonly AwaitedPayout[], keyOf: (payout: AwaitedPayout) => Key) {
  const groups = new Map<Key, AwaitedPayout[]>();
  for (const payout of payouts) groups.set(keyOf(payout), [...(groups.get(keyOf(payout)) ?? []), payout]);
  return groups;
}

/** Of several payouts to one account those with an amount of the row, if any. */
function narrowed(found: AwaitedPayout[], { cells }: TableRow): AwaitedPayout[] {
  if (found.length < 2) return found;
  const amounts = new Set(amountsOf(cells));
  const fitting = found.filter(({ amount }) => amounts.has(amount));
  return fitting.length > 0 ? fitting : found;
}

function accountOf({ upiId, accountNumber }: AwaitedPayout): string {
  return accountKey(upiId ?? accountNumber ?? '');
}

/** Account numbers without zeros in front, which spreadsheets drop; UPI ids without regard to capitals. */
function accountKey(text: string): string {
  return text.includes('@') ? plainUpiId(text).toLowerCase() : plainCode(text).replace(/^0+/, '');
}

function amountsOf(cells: readonly string[]): bigint[] {
  return cells.flatMap((cell) => readAmount(cell, 'decimals')?.size ?? []);
}

const FAILED =
  /\b(?:fail(?:ed|ure)?|reject(?:ed|ion)?|return(?:ed)?|revers(?:ed|al)|cancel(?:led|ed)?|declined?|unpaid|bounced|invalid|error|not paid|unsuccessful)\b/i;
const PENDING = /\b(?:pending|processing|in process|in progress|initiated|queued|hold|awaiting|scheduled)\b/i;

function answerOf({ row, found }: Placed, column: number | null): AnswerRow {
  const { row: number, text } = namedRow(row);
  const none = { row: number, text, payoutId: null, reference: null };
  const [payout, ...others] = found;
  if (payout === undefined) return { ...none, problem: 'unknown' };
  if (others.length > 0) return { ...none, problem: 'several' };
  const of = { ...none, payoutId: payout.id };
  const written = column === null ? null : bankReference(row.cells[column] ?? '', payout);
  const isSaid = (cell: string, at: number) =>
    (at !== column || written === null) && !isSame(cell, payout.accountHolderName);
  const said = row.cells.filter(isSaid).join(' ');
  if (FAILED.test(said)) return { ...of, problem: 'failed' };
  if (PENDING.test(said)) return { ...of, problem: 'pending' };
  if (amountDiffers(row.cells, payout, column)) return { ...of, problem: 'amountDiffers' };
  return written === null ? { ...of, problem: 'noReference' } : { ...of, reference: written, problem: null };
}

function isSame(cell: string, name: string | null): boolean {
  return name !== null && cell.toLowerCase() === name.toLowerCase();
}

/** Whether the row has amounts with paise, and none is the payout's. */
function amountDiffers(cells: readonly string[], { amount }: AwaitedPayout, column: number | null): boolean {
  const written = cells.filter((cell, at) => at !== column && /^\D{0,4}[\d,]+\.\d{1,2}\D{0,3}$/.test(cell));
  const amounts = amountsOf(written);
  return amounts.length > 0 && !amounts.includes(amount);
}

/** The bank's reference of a payout in a cell: 4 to 35 letters or digits, in capitals, with a digit. Null for anything else. */
function bankReference(cell: string, payout: AwaitedPayout): string | null {
  const plain = cell.trim().toUpperCase();
  const reference = /^[0-9A-Z]{4,35}$/.test(plain) && /[1-9]/.test(plain) ? plain : asReference(cell);
  if (reference === null || reference === payout.code || accountKey(reference) === accountOf(payout)) return null;
  // A branch's code, a day, a year and a time are none.
  if (/^[A-Z]{4}0[0-9A-Z]{6}$/.test(reference) || /\d[/:.-]\d/.test(cell)) return null;
  return reference;
}

/** Headings of the bank's reference, the likeliest first. */
const headings = [
  /\butr\b|utr/i,
  /\brrn\b/i,
  /bank.*ref|ref.*bank/i,
  /(?:transaction|txn|tran|payment).*(?:ref|id|no)/i,
  /\bref/i,
];

/** The column with the bank's references: by its heading, else the only one whose cells can be one, each another. */
function columnOfReferences(columns: readonly string[], known: readonly Placed[]): number | null {
  const counts = columns.map((_, at) => referencesIn(known, at));
  for (const heading of headings) {
    const named = columns.flatMap((name, at) => (heading.test(name) && (counts[at] ?? 0) > 0 ? [at] : []));
    if (named.length === 1) return named[0] ?? null;
    if (named.length > 1) return null;
  }
  const best = Math.max(0, ...counts);
  const likely = counts.flatMap((count, at) => (count === best && best > 0 ? [at] : []));
  return likely.length === 1 ? (likely[0] ?? null) : null;
}

/** In how many rows the column may have a reference; 0 where two rows have the same. */
function referencesIn(known: readonly Placed[], at: number): number {
  const cells = known.flatMap(({ row, found: [payout] }) => {
    const cell = row.cells[at] ?? '';
    const isAmount = payout !== undefined && amountsOf([cell]).includes(payout.amount);
    return payout === undefined || isAmount ? [] : (bankReference(cell, payout) ?? []);
  });
  return new Set(cells).size === cells.length ? cells.length : 0;
}

/** Rows that name one payout, or have one reference, are all left to the admin. */
function withoutTwice(rows: readonly AnswerRow[]): AnswerRow[] {
  const times = new Map<bigint | string | null, number>();
  for (const { problem, payoutId, reference } of rows) {
    if (problem !== null) continue;
    for (const key of [payoutId, reference]) times.set(key, (times.get(key) ?? 0) + 1);
  }
  return rows.map((row) => {
    const isAlone = row.problem !== null || (times.get(row.payoutId) === 1 && times.get(row.reference) === 1);
    return isAlone ? row : { ...row, reference: null, problem: 'twice' };
  });
}
