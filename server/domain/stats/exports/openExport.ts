import { inTransaction } from '../../../../db/client.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { authorize, requireAdmin, type Action } from '../../ground/actors/permissions.ts';
import { reportContext } from '../../ground/database/reportReads.ts';
import { EARLIEST, LATEST, readRange } from '../range.ts';
import { auditTable } from './auditTable.ts';
import { betsTable } from './betsTable.ts';
import { contestsTable } from './contestsTable.ts';
import { correctionsTable } from './correctionsTable.ts';
import { csvLine, indianDay, type Cell } from './csv.ts';
import { ledgerTable } from './ledgerTable.ts';
import { playersTable } from './playersTable.ts';
import type { ExportFilter, ExportTable } from './table.ts';
import { transactionsTable } from './transactionsTable.ts';

const tables = {
  transactions: { table: transactionsTable, may: 'export:transactions' },
  corrections: { table: correctionsTable, may: 'export:corrections' },
  bets: { table: betsTable, may: 'export:bets' },
  contests: { table: contestsTable, may: 'export:contests' },
  players: { table: playersTable, may: 'export:players' },
  ledger: { table: ledgerTable, may: 'export:ledger' },
  audit: { table: auditTable, may: 'export:audit' },
} satisfies Record<string, { table: ExportTable; may: Action }>;

type ExportName = keyof typeof tables;

export interface ExportInput {
  /** transactions, corrections, bets, contests, players, ledger or audit. */
  name: string;
  /** Default: from the beginning. */
  from?: Date | undefined;
  /** Exclusive. Default: to the end. */
  to?: Date | undefined;
  /** The filter of the screen; tables whose screen has none ignore it. */
  filter?: ExportFilter | undefined;
}

export interface OpenedExport {
  /** Name of the file, with the days of the range in India: `transactions-2026-11-01_2026-11-22.csv`. */
  file: string;
  /** Chunks of some thousand lines. */
  lines: AsyncIterable<string>;
}

/**
 * Opens a table of the platform as CSV, for admins with its permission, whose read is audited: chunks of some thousand lines, read from the
 * database as they are consumed, whatever the range. Refuses with NOT_FOUND, or INVALID_INPUT for the range.
 */
export async function openExport(ctx: Context, input: ExportInput): Promise<OpenedExport> {
  const { name, from, to, filter = {} } = input;
  const table = requireExport(ctx, name);
  const span = readRange({ from: from ?? EARLIEST, to: to ?? LATEST });
  const batches = table.batches(reportContext(ctx), span, filter);
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: 'export:read',
      subjectType: 'export',
      subject: name,
      after: { from, to, filter: filterText(filter) },
    }),
  );
  return { file: fileName(ctx, input), lines: csvOf(table.header, batches) };
}

/** The table of the export, for admins with its permission. Refuses with NOT_FOUND one that there isn't. */
export function requireExport(ctx: Context, name: string): ExportTable {
  authorize(ctx, 'export:open');
  const wanted = Object.hasOwn(tables, name) ? tables[name as ExportName] : undefined;
  if (!wanted) throw new DomainError('NOT_FOUND', 'There is no such export.', { field: 'name' });
  requireAdmin(ctx, wanted.may);
  return wanted.table;
}

/** The filter as in an address, by name; undefined where there is none. */
function filterText(filter: ExportFilter): string | undefined {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return set.length === 0 ? undefined : String(new URLSearchParams(set));
}

/** From the first day to the last one that is in the range; without an end, to today. */
function fileName(ctx: Context, { name, from, to }: ExportInput): string {
  const last = to && to < ctx.now ? new Date(to.getTime() - 1) : ctx.now;
  return `${name}-${from ? indianDay(from) : 'start'}_${indianDay(last)}.csv`;
}

async function* csvOf(header: readonly string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield csvLine(header);
  for await (const rows of batches) yield rows.map(csvLine).join('');
}
