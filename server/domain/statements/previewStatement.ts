import type { Context } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import type { CsvMapping } from './csvMapping.ts';
import { previewInThread } from './readInThread.ts';
import { bankName, mappingOf } from './statementBanks.ts';
import type { StatementPreview } from './statementFile.ts';

export const previewStatementVerb = verb({
  name: 'previewStatement',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Reads a file as the import would, and stores nothing. Refuses with INVALID_INPUT what isn't a statement, or takes too long
 * to read; what only the mapping can mend is the preview's `problem`.
 */
export async function previewStatement(
  ctx: Context,
  input: { content: string; bank?: string | undefined; mapping?: CsvMapping | undefined },
): Promise<StatementPreview> {
  requireAdmin(ctx, previewStatementVerb.may);
  const bank = bankName(input.bank);
  const remembered = bank === null ? null : await mappingOf(ctx.db, bank);
  return previewInThread(ctx, { content: input.content, mapping: input.mapping ?? null, remembered });
}
