import { CsvError, parse } from 'csv-parse/sync';
import { invalidInput } from '../ground/refusals/errors.ts';
import { rowText } from './statementLine.ts';
import type { NamedRow } from './statementQuestions.ts';
import { MAX_STATEMENT_LINES } from './statementText.ts';

/** A row of a table, of cells as they are shown. */
export interface TableRow {
  /** Its line in the file, from 1. */
  number: number;
  /** Trimmed, without empty ones at the end. */
  cells: string[];
}

export const MAX_COLUMNS = 50;
/** What stands above the table and below it. */
const OTHER_ROWS = 200;
const SAMPLE_ROWS = 80;

/**
 * The rows of a CSV file, with `,`, `;`, tab or `|` between the cells, without empty rows. Refuses with INVALID_INPUT what
 * isn't CSV, and too much.
 */
export function csvRows(text: string): TableRow[] {
  // Cells that spreadsheets have to take as text: `="0012"`. Their commas separate nothing.
  const plain = text.replaceAll(/(^|[,;\t|])=("(?:[^"\n]|"")*")(?=[,;\t|]|$)/gm, '$1$2');
  const sample = plain.split('\n').slice(0, SAMPLE_ROWS).join('\n');
  const scores = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, score: tableSize(sample, delimiter) }));
  const { delimiter } = scores.reduce((best, next) => (next.score > best.score ? next : best));
  return boundedRows(rowsOf(plain, delimiter));
}

/** Refuses with INVALID_INPUT more rows and columns than statements have. */
export function boundedRows(rows: TableRow[]): TableRow[] {
  if (rows.length > MAX_STATEMENT_LINES + OTHER_ROWS) {
    throw invalidInput('file', `The file has more than ${MAX_STATEMENT_LINES} lines.`);
  }
  if (rows.some(({ cells }) => cells.length > MAX_COLUMNS)) {
    throw invalidInput('file', `The file has more than ${MAX_COLUMNS} columns.`);
  }
  return rows;
}

/** A row as it is named in questions and among those that are left out. */
export function namedRow({ number, cells }: TableRow): NamedRow {
  return { row: number, text: rowText(cells) };
}

/** A row of trimmed cells; null for an empty one. */
export function tableRow(number: number, cells: readonly string[]): TableRow | null {
  const trimmed = cells.map((cell) => cell.trim());
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed.length === 0 ? null : { number, cells: trimmed };
}

/** The number of cells in the largest run of rows of equal length, which the right delimiter gives. */
function tableSize(sample: string, delimiter: string): number {
  let best = 0;
  let run = 0;
  let width = 0;
  for (const line of sample.split('\n')) {
    if (line.trim() === '') continue;
    // What is quoted separates nothing; a broken quote is left as it is.
    const cells = line.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length;
    run = cells === width ? run + 1 : 1;
    width = cells;
    if (width > 1) best = Math.max(best, run * (width - 1));
  }
  return best;
}

function rowsOf(text: string, delimiter: string): TableRow[] {
  try {
    return parsed(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    try {
      return parsed(
        text
          .split('\n')
          .map((line) => quotedWhole(line, delimiter))
          .join('\n'),
        delimiter,
      );
    } catch (again) {
      if (again instanceof CsvError) throw invalidInput('file', `The file is no valid CSV: ${error.message}`);
      throw again;
    }
  }
}

function parsed(text: string, delimiter: string): TableRow[] {
  const records = parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: MAX_STATEMENT_LINES + 2 * OTHER_ROWS,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return records.flatMap(({ record, info }) => {
    const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    return tableRow(info.lines - breaks, record) ?? [];
  });
}

/** A line in which quotes begin a cell without ending it (`"ASHA" STORES`), with these quotes as part of the cell. */
function quotedWhole(line: string, delimiter: string): string {
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    const end = endOfCell(line, at, delimiter);
    const cell = line.slice(at, end);
    const quoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
    cells.push(`"${(quoted ? cell.slice(1, -1).replaceAll('""', '"') : cell).replaceAll('"', '""')}"`);
    at = end + 1;
  }
  return cells.join(delimiter);
}

/** Position of the delimiter behind the cell that begins at `start`: behind its closing quote where it has one. */
function endOfCell(line: string, start: number, delimiter: string): number {
  if (line[start] === '"') {
    const closed = line.indexOf(`"${delimiter}`, start + 1);
    if (closed !== -1) return closed + 1;
    if (line.length > start + 1 && line.endsWith('"')) return line.length;
  }
  const end = line.indexOf(delimiter, start);
  return end === -1 ? line.length : end;
}
