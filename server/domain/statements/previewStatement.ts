import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import type { CsvMapping } from './csvMapping.ts';
import { previewInThread } from './readInThread.ts';
import { bankName, bankOf, mappingOf } from './statementBanks.ts';
import type { StatementPreview } from './statementFile.ts';
import { payeeOf } from './statementPayee.ts';
import type { StatementAnswers } from './statementQuestions.ts';

export const previewStatementVerb = verb({
  name: 'previewStatement',
  may: 'statement:manage',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: ['NOT_FOUND'],
});

export interface PreviewInput {
  /** Base64 or a data URL. */
  content: string;
  /** The account whose part of the file is taken. */
  payeeId?: bigint | undefined;
  /** Default: that of the account's newest table. */
  bank?: string | undefined;
  mapping?: CsvMapping | undefined;
  /** The line of a table's headings, from 1; absent: found by itself. */
  headingRow?: number | undefined;
  answers?: StatementAnswers | undefined;
}

/**
 * Reads a file as the import would, and stores nothing. `bank` is the one whose columns a table has. Refuses with NOT_FOUND an unknown payee, with INVALID_INPUT what isn't a statement, or takes too long
 * to read; what only the mapping can mend is the preview's `problem`.
 */
export async function previewStatement(
  ctx: Context,
  input: PreviewInput,
): Promise<StatementPreview & { bank: string | null }> {
  requireAdmin(ctx, previewStatementVerb.may);
  const payee = input.payeeId === undefined ? null : await payeeOf(ctx.db, input.payeeId);
  const bank = bankName(input.bank) ?? (payee && (await bankOf(ctx.db, payee.id)));
  const remembered = bank === null ? null : await mappingOf(ctx.db, bank);
  const preview = await previewInThread(ctx, {
    content: input.content,
    mapping: input.mapping ?? null,
    remembered,
    headingRow: input.headingRow ?? null,
    account: payee?.accountNumber ?? null,
    answers: input.answers ?? {},
  });
  return { ...preview, bank: preview.format === 'csv' ? bank : null };
}
