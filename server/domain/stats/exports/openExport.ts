import { inTransaction } from '../../../../db/client.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { requireAdmin } from '../../permissions.ts';
import type { Span } from '../cover.ts';
import { EARLIEST, LATEST, readRange } from '../range.ts';
import { auditTable } from './auditTable.ts';
import { betsTable } from './betsTable.ts';
import { contestsTable } from './contestsTable.ts';
import { csvLine } from './csv.ts';
import type { ExportTable } from './table.ts';
import { transactionsTable } from './transactionsTable.ts';

const tables = {
  transactions: transactionsTable,
  bets: betsTable,
  contests: contestsTable,
  audit: auditTable,
} satisfies Record<string, ExportTable>;

type ExportName = keyof typeof tables;

export interface ExportInput {
  /** transactions, bets, contests or audit. */
  name: string;
  /** Default: from the beginning. */
  from?: Date | undefined;
  /** Exclusive. Default: to the end. */
  to?: Date | undefined;
}

/**
 * Opens a table of the platform as CSV, for admins, whose read is audited: chunks of some thousand lines, read from the
 * database as they are consumed, whatever the range. Refuses with NOT_FOUND, or INVALID_INPUT for the range.
 */
export async function openExport(ctx: Context, { name, from, to }: ExportInput): Promise<AsyncIterable<string>> {
  requireAdmin(ctx, 'export:read');
  const table = Object.hasOwn(tables, name) ? tables[name as ExportName] : undefined;
  if (!table) throw new DomainError('NOT_FOUND', 'There is no such export.', { field: 'name' });
  const span = readRange({ from: from ?? EARLIEST, to: to ?? LATEST });
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, { action: 'export:read', subjectType: 'export', subject: name, after: { from, to } }),
  );
  return csvOf(ctx, table, span);
}

async function* csvOf(ctx: Context, table: ExportTable, span: Span): AsyncGenerator<string> {
  yield csvLine(table.header);
  for await (const rows of table.batches(ctx, span)) yield rows.map(csvLine).join('');
}
