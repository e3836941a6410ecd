import { invalidInput } from '../errors.ts';
import { readCamt } from './camtStatement.ts';
import type { CsvMapping } from './csvMapping.ts';
import { csvRows, readCsv } from './csvStatement.ts';
import { readMt940 } from './mt940Statement.ts';
import type { ReadStatement, StatementFormat } from './statementLine.ts';

/** The format of a file, by its content. */
export function formatOf(text: string): StatementFormat {
  const content = text.trimStart();
  if (content.startsWith('<')) return 'camt053';
  return beginsMessage(content) && /^:6[01][FM]?:/m.test(content) ? 'mt940' : 'csv';
}

/** Whether the field `:20:` is at the beginning, behind a header in the first line, or begins the second line. */
function beginsMessage(content: string): boolean {
  const end = content.indexOf('\n');
  const first = end === -1 ? content : content.slice(0, end);
  const inFirst = first.startsWith(':20:') || (first.startsWith('{1:') && first.includes(':20:'));
  return inFirst || (end !== -1 && content.startsWith(':20:', end + 1));
}

/**
 * Reads a statement; CSV by its bank's mapping. Refuses with INVALID_INPUT what can't be read whole, and a file without a
 * payment.
 */
export function readStatement(text: string, mapping: CsvMapping | null): ReadStatement {
  const statement = read(text, mapping);
  if (statement.lines.length === 0) throw invalidInput('file', 'The file has no payments.');
  return statement;
}

function read(text: string, mapping: CsvMapping | null): ReadStatement {
  const format = formatOf(text);
  if (format === 'camt053') return readCamt(text);
  if (format === 'mt940') return readMt940(text);
  if (mapping === null) throw invalidInput('mapping', 'Choose the columns of this bank first.');
  return readCsv(csvRows(text), mapping);
}
