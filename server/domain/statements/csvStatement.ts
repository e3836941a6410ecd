import { CsvError, parse } from 'csv-parse/sync';
import type { Paise } from '../../../db/columns.ts';
import { invalidInput } from '../errors.ts';
import { checkMapping, headingRow, plain, type CsvMapping } from './csvMapping.ts';
import { readAmount, readBalance } from './statementAmounts.ts';
import { looksLikeDate, readDate } from './statementDates.ts';
import {
  asReference,
  byDay,
  oneLine,
  signed,
  type DayBalance,
  type ReadLine,
  type ReadStatement,
} from './statementLine.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';

const MAX_COLUMNS = 50;
/** What stands above the table and below it. */
const OTHER_ROWS = 200;

/** The cells of a CSV file, with `,`, `;`, tab or `|` between them. Refuses with INVALID_INPUT what isn't CSV, and too much. */
export function csvRows(text: string): string[][] {
  const beginning = text.slice(0, 20_000);
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: beginning.split(delimiter).length }));
  const { delimiter } = counts.reduce((most, next) => (next.count > most.count ? next : most));
  const most = MAX_STATEMENT_LINES + OTHER_ROWS;
  try {
    const rows = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: most + 1,
    });
    if (rows.length > most) throw invalidInput('file', `The file has more than ${MAX_STATEMENT_LINES} lines.`);
    if (rows.some((row) => row.length > MAX_COLUMNS)) {
      throw invalidInput('file', `The file has more than ${MAX_COLUMNS} columns.`);
    }
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw invalidInput('file', `The file is no valid CSV: ${error.message}`);
    throw error;
  }
}

interface BalancedLine extends ReadLine {
  balance: Paise | undefined;
}

/**
 * Reads the rows by the bank's mapping. Rows without a date, and without an amount, are left out. Refuses with INVALID_INPUT
 * a file without these columns, and a row whose date or amount can't be read, naming it.
 */
export function readCsv(rows: readonly string[][], mapping: CsvMapping): ReadStatement {
  checkMapping(mapping);
  const heading = headingRow(rows, mapping);
  if (heading === -1) throw invalidInput('mapping', 'The file lacks columns of this mapping: choose them again.');
  const headings = (rows[heading] ?? []).map(plain);
  const lines: BalancedLine[] = [];
  let leftOut = heading;
  for (const [index, row] of rows.entries()) {
    if (index <= heading) continue;
    const line = readRow(row, index + 1, headings, mapping);
    if (line === null) leftOut += 1;
    else lines.push(line);
  }
  return {
    format: 'csv',
    account: null,
    lines: lines.map(withoutBalance),
    balances: balancesOf(lines),
    leftOut,
  };
}

function withoutBalance({ day, at, direction, amount, description, reference }: BalancedLine): ReadLine {
  return { day, at, direction, amount, description, reference };
}

function readRow(row: readonly string[], number: number, headings: string[], mapping: CsvMapping): BalancedLine | null {
  const cell = (name: string | null) => (name === null ? '' : (row[headings.indexOf(plain(name))] ?? ''));
  const dateText = cell(mapping.date);
  if (!looksLikeDate(dateText)) return null;
  const amount = amountOf(cell, number, mapping);
  if (amount === null) return null;
  const date = readDate(dateText, mapping.dateOrder, cell(mapping.time));
  if (date === null) throw invalidInput('file', `Row ${number}: "${dateText.slice(0, 40)}" is no date.`);
  return {
    ...date,
    ...amount,
    description: oneLine(cell(mapping.description)),
    reference: asReference(cell(mapping.reference)),
    balance: mapping.balance === null ? undefined : readBalance(cell(mapping.balance)),
  };
}

type Cell = (name: string | null) => string;

/** Size and side of a row's payment; null where it is none. */
function amountOf(cell: Cell, number: number, mapping: CsvMapping): Pick<ReadLine, 'direction' | 'amount'> | null {
  const read = (name: string | null) => {
    const amount = readAmount(cell(name));
    if (amount === undefined) throw invalidInput('file', `Row ${number}: "${cell(name).slice(0, 40)}" is no amount.`);
    return amount;
  };
  if (mapping.amount !== null) {
    const amount = read(mapping.amount);
    if (amount === null) return null;
    const side = cell(mapping.side).trim().toLowerCase();
    const named = /^(c|\+)/.test(side) ? 'credit' : /^(d|-)/.test(side) ? 'debit' : null;
    if (mapping.side !== null && named === null) {
      throw invalidInput('file', `Row ${number}: "${side.slice(0, 40)}" is neither credit nor debit.`);
    }
    return { direction: named ?? amount.side ?? 'credit', amount: amount.size };
  }
  const [credit, debit] = [read(mapping.credit), read(mapping.debit)];
  if (credit && debit) throw invalidInput('file', `Row ${number} has money in and money out.`);
  // A correction is written with a minus in its own column.
  if (credit) return { direction: credit.side === 'debit' ? 'debit' : 'credit', amount: credit.size };
  if (debit)
    return {
      direction: debit.side === 'debit' && isNegative(cell(mapping.debit)) ? 'credit' : 'debit',
      amount: debit.size,
    };
  return null;
}

function isNegative(text: string): boolean {
  return /^[(-]|-$/.test(text.trim());
}

/**
 * The balances of each day from the column of balances, where those of the day's lines follow from each other in one of the
 * two directions in which banks list them.
 */
function balancesOf(lines: readonly BalancedLine[]): DayBalance[] {
  return [...byDay(lines)].flatMap(([day, listed]) => {
    const reversed = listed.toReversed();
    const ordered = isChain(listed) ? listed : isChain(reversed) ? reversed : null;
    const [first, last] = [ordered?.[0], ordered?.at(-1)];
    if (first?.balance === undefined || last?.balance === undefined) return [];
    return [{ day, opening: (first.balance - signed(first)) as Paise, closing: last.balance }];
  });
}

function isChain(lines: readonly BalancedLine[]): boolean {
  return lines.every(({ balance }, index) => {
    const next = lines[index + 1];
    return balance !== undefined && (next === undefined || next.balance === balance + signed(next));
  });
}
