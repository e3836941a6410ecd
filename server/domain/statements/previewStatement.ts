import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { checkMapping, headingRow, suggestMapping, type CsvMapping } from './csvMapping.ts';
import { csvRows } from './csvStatement.ts';
import { formatOf, readStatement } from './readStatement.ts';
import { bankName, mappingOf } from './statementBanks.ts';
import type { ReadLine, StatementFormat } from './statementLine.ts';
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

export const previewStatementVerb = verb({
  name: 'previewStatement',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Reads a file as the import would, and stores nothing. Refuses with INVALID_INPUT what isn't a statement; what only the
 * mapping can mend is the preview's `problem`.
 */
export async function previewStatement(
  ctx: Context,
  input: { content: string; bank?: string | undefined; mapping?: CsvMapping | undefined },
): Promise<StatementPreview> {
  requireAdmin(ctx, previewStatementVerb.may);
  const bank = bankName(input.bank);
  const text = statementText(statementBytes(input.content));
  const format = formatOf(text);
  if (format !== 'csv') return { format, headings: [], mapping: null, ...outcome(() => readStatement(text, null)) };
  const rows = csvRows(text);
  const remembered = bank === null ? null : await mappingOf(ctx.db, bank);
  const known = input.mapping ?? (remembered && headingRow(rows, remembered) !== -1 ? remembered : null);
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
