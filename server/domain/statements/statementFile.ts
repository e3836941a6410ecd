import { createHash } from 'node:crypto';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { checkMapping, suggestMapping, tableOf, type CsvMapping } from './csvMapping.ts';
import { numberedLines } from './numberedLines.ts';
import { readStatement, type ReadingOptions } from './readStatement.ts';
import { statementContent, type StatementContent } from './statementContent.ts';
import { ordersOf } from './statementDates.ts';
import type { ReadLine, ReadStatement, StatementFormat } from './statementLine.ts';
import type { LeftOutRow, StatementAnswers, StatementQuestion } from './statementQuestions.ts';
import { statementBytes } from './statementText.ts';
import type { TableRow } from './tableRows.ts';

const SAMPLE_LINES = 20;
/** Rows of a table of which the admin can choose that of the headings. */
const SHOWN_ROWS = 60;
const NAMED_ROWS = 200;

export interface StatementPreview {
  format: StatementFormat;
  /** The headings of a table; empty for other formats. */
  headings: string[];
  /** The first rows of a table, headings and what stands above them included. */
  rows: TableRow[];
  /** How the columns are read: as given, as remembered of the bank, or as the headings suggest. Null for other formats. */
  mapping: CsvMapping | null;
  lineCount: number;
  leftOut: number;
  /** What is left out: at most 200 rows. */
  leftOutRows: LeftOutRow[];
  /** The first lines, as they would be imported. */
  sample: ReadLine[];
  /** Other accounts in the file, which are left out. */
  otherAccounts: string[];
  /** What has to be answered before it is imported. */
  questions: StatementQuestion[];
  /** Why it can't be read this way; null if it can. */
  problem: string | null;
}

export interface PreviewRequest {
  /** Base64 or a data URL. */
  readonly content: string;
  /** The columns of a table as the admin chose them, and as they are remembered of the bank. */
  readonly mapping: CsvMapping | null;
  readonly remembered: CsvMapping | null;
  /** The line of the headings, from 1; null: found by itself. */
  readonly headingRow: number | null;
  readonly account: string | null;
  readonly answers: StatementAnswers;
}

/** Reads a file as the import would. Refuses with INVALID_INPUT what is neither text nor a spreadsheet, and no table. */
export function previewFile(request: PreviewRequest): StatementPreview {
  const content = statementContent(statementBytes(request.content));
  if ('text' in content) {
    return {
      format: content.format,
      headings: [],
      rows: [],
      mapping: null,
      ...outcome(content, { ...request, mapping: null }),
    };
  }
  const { rows } = content;
  const { headingRow: line, mapping: given, remembered } = request;
  const chosen = given ?? (line === null ? remembered : null);
  const found = chosen && tableOf(rows, chosen);
  const table = found ?? tableOf(rows, null, line) ?? { heading: 0, headings: rows[0]?.cells ?? [] };
  const mapping = (found ? chosen : given) ?? withDateOrder(suggestMapping(table, rows), rows, table.headings);
  return {
    format: 'csv',
    headings: table.headings.filter((name) => name !== ''),
    rows: rows.slice(0, SHOWN_ROWS),
    mapping,
    ...outcome(content, { ...request, mapping }),
  };
}

/** The mapping with the order of dates that the file shows, which its bank's next file may leave open. */
function withDateOrder(mapping: CsvMapping, rows: readonly TableRow[], headings: readonly string[]): CsvMapping {
  const at = headings.indexOf(mapping.date);
  return {
    ...mapping,
    dateOrder: ordersOf(
      rows.map(({ cells }) => cells[at] ?? ''),
      null,
    ).shown,
  };
}

function outcome(content: StatementContent, options: ReadingOptions) {
  const none = { lineCount: 0, leftOut: 0, leftOutRows: [], sample: [], otherAccounts: [], questions: [] };
  try {
    if (options.mapping) checkMapping(options.mapping);
    const { lines, leftOut, questions, otherAccounts } = readStatement(content, options);
    return {
      lineCount: lines.length,
      leftOut: leftOut.length,
      leftOutRows: leftOut.slice(0, NAMED_ROWS),
      sample: lines.slice(0, SAMPLE_LINES),
      otherAccounts,
      questions: questions.map((question) => ({ ...question, rows: question.rows.slice(0, NAMED_ROWS) })),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...none, problem: error.extra.detail ?? error.message };
  }
}

/**
 * The rows of a table, CSV or a spreadsheet (base64 or a data URL), without reading what they say. Refuses with INVALID_INPUT what is
 * none.
 */
export function readRows(content: string): TableRow[] {
  const table = statementContent(statementBytes(content));
  if ('rows' in table) return table.rows;
  throw invalidInput('file', 'The file is no table: save it as CSV or XLSX.');
}

export interface FileRequest extends ReadingOptions {
  /** Base64 or a data URL. */
  readonly content: string;
}

/** A file as the import stores it: the lines are in JSON already, because that takes as long as reading them. */
export interface ImportedFile extends Pick<
  ReadStatement,
  'format' | 'account' | 'otherAccounts' | 'balances' | 'questions'
> {
  lineCount: number;
  leftOut: LeftOutRow[];
  /** The latest day of a line, `YYYY-MM-DD`. */
  lastDay: string;
  /** A list of NumberedLine with `place`, from 0, and amounts as strings. */
  linesJson: string;
  /** SHA-256 in hex. */
  fileHash: string;
}

/** Reads a file whole. Refuses with INVALID_INPUT what can't be read (readStatement). */
export function readFile({ content, ...options }: FileRequest): ImportedFile {
  const bytes = statementBytes(content);
  const { lines, ...read } = readStatement(statementContent(bytes), options);
  const linesJson = JSON.stringify(
    numberedLines(lines).map((line, place) => ({ ...line, place, amount: String(line.amount) })),
  );
  return {
    ...read,
    lineCount: lines.length,
    lastDay: lines.reduce((last, { day }) => (day > last ? day : last), ''),
    linesJson,
    fileHash: createHash('sha256').update(bytes).digest('hex'),
  };
}
