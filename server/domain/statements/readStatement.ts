import { invalidInput } from '../ground/refusals/errors.ts';
import { readCamt } from './camtStatement.ts';
import type { CsvMapping } from './csvMapping.ts';
import { readMt940 } from './mt940Statement.ts';
import type { StatementContent } from './statementContent.ts';
import type { ReadStatement } from './statementLine.ts';
import { joinParts } from './statementParts.ts';
import type { StatementAnswers } from './statementQuestions.ts';
import { readTable } from './tableStatement.ts';

export interface ReadingOptions {
  /** The columns of a table; null where they aren't known. */
  readonly mapping: CsvMapping | null;
  /** The number of the payee's account, whose part of a file is taken; null where it isn't known. */
  readonly account: string | null;
  readonly answers: StatementAnswers;
}

/**
 * Reads a statement; a table by its bank's mapping. Refuses with INVALID_INPUT what can't be read whole, and a file without
 * a payment, unless it states the balances of a day without one.
 */
export function readStatement(content: StatementContent, options: ReadingOptions): ReadStatement {
  const statement = read(content, options);
  if (statement.lines.length === 0 && statement.balances.length === 0 && statement.questions.length === 0) {
    throw invalidInput('file', 'The file has no payments.');
  }
  return statement;
}

function read(content: StatementContent, { mapping, account, answers }: ReadingOptions): ReadStatement {
  if ('rows' in content) {
    if (mapping === null) throw invalidInput('mapping', 'Choose the columns of this bank first.');
    return readTable(content.rows, mapping, answers);
  }
  const parts = content.format === 'mt940' ? readMt940(content.text) : readCamt(content.text);
  return joinParts(content.format, parts, account, answers);
}
