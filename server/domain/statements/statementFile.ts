import { createHash } from 'node:crypto';
import { DomainError } from '../errors.ts';
import { checkMapping, headingRow, suggestMapping, type CsvMapping } from './csvMapping.ts';
import { csvRows } from './csvStatement.ts';
import { numberedLines } from './numberedLines.ts';
import { formatOf, readStatement } from './readStatement.ts';
import type { DayBalance, ReadLine, StatementFormat } from './statementLine.ts';
import { statementBytes, statementText } from './statementText.ts';

const SAMPLE_LINES = 5;

export interface StatementPreview {
  format: StatementFormat;
  /** The headings of a CSV's table; empty for other formats. */
  headings: string[];
  /** How the columns are read: as given, as remembered of the bank, or as the headings suggest. Null for other formats. */
  mapping: CsvMapping | null;
  lineCount: number;
  leftOut: number;
  /** The first lines, as they would be imported. */
  sample: ReadLine[];
  /** Why it can't be imported this way; null if it can. */
  problem: string | null;
}

export interface PreviewRequest {
  /** Base64 or a data URL. */
  readonly content: string;
  /** The columns of a CSV as the admin chose them, and as they are remembered of the bank. */
  readonly mapping: CsvMapping | null;
  readonly remembered: CsvMapping | null;
}

/** Reads a file as the import would. Refuses with INVALID_INPUT what is no text, and a CSV that is no table. */
export function previewFile({ content, mapping: given, remembered }: PreviewRequest): StatementPreview {
  const text = statementText(statementBytes(content));
  const format = formatOf(text);
  if (format !== 'csv') return { format, headings: [], mapping: null, ...outcome(() => readStatement(text, null)) };
  const rows = csvRows(text);
  const known = given ?? (remembered && headingRow(rows, remembered) !== -1 ? remembered : null);
  const heading = Math.max(0, headingRow(rows, known ?? undefined), headingRow(rows));
  const headings = [...new Set(rows[heading])].filter((name) => name !== '');
  const mapping = known ?? suggestMapping(rows[heading] ?? [], rows.slice(heading + 1));
  return { format, headings, mapping, ...outcome(() => readStatement(text, checkMapping(mapping))) };
}

function outcome(read: () => ReturnType<typeof readStatement>) {
  try {
    const { lines, leftOut } = read();
    return { lineCount: lines.length, leftOut, sample: lines.slice(0, SAMPLE_LINES), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { lineCount: 0, leftOut: 0, sample: [], problem: error.extra.detail ?? error.message };
  }
}

export interface FileRequest {
  /** Base64 or a data URL. */
  readonly content: string;
  /** The columns of a CSV; null where they aren't known. */
  readonly mapping: CsvMapping | null;
}

/** A file as the import stores it: the lines are in JSON already, because that takes as long as reading them. */
export interface StatementContent {
  format: StatementFormat;
  /** The number of the account, where the file has it. */
  account: string | null;
  lineCount: number;
  leftOut: number;
  /** The latest day of a line, `YYYY-MM-DD`. */
  lastDay: string;
  /** A list of NumberedLine with `place`, from 0, and amounts as strings. */
  linesJson: string;
  balances: DayBalance[];
  /** SHA-256 in hex. */
  fileHash: string;
}

/** Reads a file whole. Refuses with INVALID_INPUT what can't be read (readStatement). */
export function readFile({ content, mapping }: FileRequest): StatementContent {
  const bytes = statementBytes(content);
  const { format, account, lines, leftOut, balances } = readStatement(statementText(bytes), mapping);
  const linesJson = JSON.stringify(
    numberedLines(lines).map((line, place) => ({ ...line, place, amount: String(line.amount) })),
  );
  return {
    format,
    account,
    lineCount: lines.length,
    leftOut,
    lastDay: lines.reduce((last, { day }) => (day > last ? day : last), ''),
    linesJson,
    balances,
    fileHash: createHash('sha256').update(bytes).digest('hex'),
  };
}
