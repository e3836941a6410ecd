import { inTransaction } from '../../../../db/client.ts';
import { tableXlsx } from '../../../platform/tableXlsx.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { NewFile } from '../../downloads/openLinkedFile.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { authorize, requireAdmin, type Action } from '../../ground/actors/permissions.ts';
import { reportContext } from '../../ground/database/reportReads.ts';
import { EARLIEST, LATEST, readRange } from '../range.ts';
import { auditTable } from './auditTable.ts';
import { betsTable } from './betsTable.ts';
import { contestsTable } from './contestsTable.ts';
import { correctionsTable } from './correctionsTable.ts';
import { BOM, csvLine } from './csv.ts';
import { dayOf } from '../../ground/values/calendar.ts';
import { ledgerTable } from './ledgerTable.ts';
import { playersTable } from './playersTable.ts';
import type { Cell, ExportFilter, ExportTable } from './table.ts';
import { transactionsTable } from './transactionsTable.ts';
import { xlsxCell } from './xlsx.ts';

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

type Rows = AsyncIterable<Cell[][]>;

/** How a table is written, by the ending of the file's name. */
const formats = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsxOf },
};

export interface ExportInput {
  /** transactions, corrections, bets, contests, players, ledger or audit, with `.csv` or `.xlsx`. */
  file: string;
  /** Default: from the beginning. */
  from?: Date | undefined;
  /** Exclusive. Default: to the end. */
  to?: Date | undefined;
  /** The filter of the screen; tables whose screen has none ignore it. */
  filter?: ExportFilter | undefined;
}

/**
 * Opens a table of the platform as CSV (with a byte order mark) or as a workbook, for admins with its permission, whose read is
 * audited: read from the database as it is consumed, some thousand rows at a time, whatever the range. Its name has the days of the
 * range in India: `transactions-2026-11-01_2026-11-22.csv`. Refuses with NOT_FOUND, or INVALID_INPUT for the range.
 */
export async function openExport(ctx: Context, input: ExportInput): Promise<NewFile> {
  const { from, to, filter = {} } = input;
  const { name, format, table } = requireExport(ctx, input.file);
  const span = readRange({ from: from ?? EARLIEST, to: to ?? LATEST });
  const batches = table.batches(reportContext(ctx), span, filter);
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: 'export:read',
      subjectType: 'export',
      subject: name,
      after: { from, to, filter: filterText(filter), ...(format !== 'csv' && { format }) },
    }),
  );
  const { mediaType, write } = formats[format];
  return { mediaType, name: `${name}-${daysOf(ctx, input)}.${format}`, content: write(table.header, batches) };
}

interface WantedExport {
  readonly name: ExportName;
  readonly format: keyof typeof formats;
  readonly table: ExportTable;
}

/** The export of a file's name, for admins with its permission. Refuses with NOT_FOUND one that there isn't. */
export function requireExport(ctx: Context, file: string): WantedExport {
  authorize(ctx, 'export:open');
  const [name = '', format = '', ...more] = file.split('.');
  if (!Object.hasOwn(tables, name) || !Object.hasOwn(formats, format) || more.length > 0) {
    throw new DomainError('NOT_FOUND', 'There is no such export.', { field: 'name' });
  }
  const wanted = tables[name as ExportName];
  requireAdmin(ctx, wanted.may);
  return { name: name as ExportName, format: format as WantedExport['format'], table: wanted.table };
}

/** The filter as in an address, by name; undefined where there is none. */
function filterText(filter: ExportFilter): string | undefined {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return set.length === 0 ? undefined : String(new URLSearchParams(set));
}

/** From the first day to the last one that is in the range; without an end, to today. */
function daysOf(ctx: Context, { from, to }: ExportInput): string {
  const last = to && to < ctx.now ? new Date(to.getTime() - 1) : ctx.now;
  return `${from ? dayOf(from) : 'start'}_${dayOf(last)}`;
}

async function* csvOf(header: readonly string[], batches: Rows): AsyncGenerator<string> {
  yield BOM + csvLine(header);
  for await (const rows of batches) yield rows.map(csvLine).join('');
}

async function* xlsxOf(header: readonly string[], batches: Rows): AsyncGenerator<Buffer> {
  const cells = async function* () {
    for await (const rows of batches) yield rows.map((row) => row.map(xlsxCell));
  };
  for await (const bytes of tableXlsx({ header, batches: cells() })) yield Buffer.from(bytes);
}
