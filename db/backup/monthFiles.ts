import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { z } from 'zod';
import type { TableShape } from './contents.ts';
import { copyIn, stallGuard } from './copyStreams.ts';
import { BackupError, tableFile, type TableFile } from './manifest.ts';
import { readTableFile, verifyFiles } from './readBackup.ts';
import { tableReader } from './snapshot.ts';
import { intoNewFolder } from './newFolder.ts';
import { writeTable } from './writeBackup.ts';

export const MONTH_MANIFEST = 'month.json';
const MAX_MANIFEST_BYTES = 64 * 1024;
/** The tables with a partition for each month. */
const TABLES = ['bets', 'bet_payouts', 'transfers'] as const;

const form = z.object({
  format: z.literal(1),
  month: z.number().int().min(1).max(9912),
  tables: z.array(tableFile).length(TABLES.length),
});

/** What an archived month consists of. */
export type MonthManifest = z.infer<typeof form>;

/** A month's files, whose manifest has the hash of each. */
export interface ArchivedMonth {
  readonly dir: string;
  readonly manifest: MonthManifest;
  /** Of the manifest's file, which the database keeps. */
  readonly sha256: Buffer;
}

/** The month of a name such as `2026-11`, as ids begin with it: 2611. Throws BackupError. */
export function monthOf(text: string): number {
  const [, year, month] = /^20(\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined)
    throw new BackupError(`${text} is no month: name one such as 2026-11.`);
  return Number(year) * 100 + Number(month);
}

/** The name of a month that ids begin with: `2026-11` of 2611. */
export function monthName(month: number): string {
  const digits = String(month).padStart(4, '0');
  return `20${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/**
 * Writes a month's bets, payouts and transfers into `dir`, a new or empty folder, as the open transaction of `client` sees
 * them, reads the files once more, and calls `take`, after which they are all there is. When that fails they are removed.
 */
export async function writeMonth(
  client: pg.Client,
  { month, dir }: { month: number; dir: string },
  take: (archived: ArchivedMonth) => Promise<void>,
): Promise<ArchivedMonth> {
  return intoNewFolder(dir, MONTH_MANIFEST, async ({ aside, complete }) => {
    const tables: TableFile[] = [];
    for (const shape of await partitionsOf(client, month))
      tables.push(await writeTable(tableReader(client), shape, aside));
    await verifyFiles(aside, tables);
    await complete([{ name: MONTH_MANIFEST, text: `${JSON.stringify({ format: 1, month, tables }, null, 1)}\n` }]);
    const archived = readMonth(dir);
    await take(archived);
    return archived;
  });
}

/** The manifest in `dir`. Throws BackupError. */
export function readMonth(dir: string): ArchivedMonth {
  const path = join(dir, MONTH_MANIFEST);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new BackupError(`There is no archived month in ${dir}: ${MONTH_MANIFEST} can't be read.`, { cause: error });
  }
  const parsed = form.safeParse(bytes.length > MAX_MANIFEST_BYTES ? null : jsonOf(bytes.toString('utf8')));
  if (!parsed.success) throw new BackupError(`${path} is damaged: ${z.prettifyError(parsed.error)}`);
  const { data: manifest } = parsed;
  const names = TABLES.map((table) => `public.${table}_${manifest.month}`);
  if (manifest.tables.map(({ name }) => name).join() !== names.join()) {
    throw new BackupError(`${path} is damaged: it has other tables than ${names.join(', ')}.`);
  }
  return { dir, manifest, sha256: createHash('sha256').update(bytes).digest() };
}

/** The months in a folder, which is one or has a folder for each. Throws BackupError, also where there is none. */
export function monthsIn(folder: string): ArchivedMonth[] {
  if (existsSync(join(folder, MONTH_MANIFEST))) return [readMonth(folder)];
  const within = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const months = within.filter((dir) => existsSync(join(dir, MONTH_MANIFEST))).map(readMonth);
  if (months.length === 0) throw new BackupError(`There is no archived month in ${folder}.`);
  return months;
}

/** Copies a month's rows back into its partitions, which are there and empty, in the open transaction. Throws BackupError. */
export async function loadMonth(client: pg.Client, { dir, manifest }: ArchivedMonth): Promise<void> {
  await verifyFiles(dir, manifest.tables);
  for (const table of manifest.tables) {
    const rows = copyIn(client, table);
    await pipeline(readTableFile(dir, table), stallGuard(client, `writing ${table.name}`), rows);
    if (rows.rowCount !== table.rows) {
      throw new BackupError(`${table.name} has ${rows.rowCount} rows, and had ${table.rows} when it was archived.`);
    }
  }
}

/**
 * Rows of one of a month's tables that `isWanted` picks, by column, in PostgreSQL's text form; of columns without text alone.
 * Read as they are consumed. Throws BackupError for files that have changed.
 */
export async function* monthRows(
  { dir, manifest }: ArchivedMonth,
  name: (typeof TABLES)[number],
  isWanted: (row: Readonly<Record<string, string>>) => boolean,
): AsyncGenerator<Readonly<Record<string, string>>> {
  const table = manifest.tables.find((file) => file.name === `public.${name}_${manifest.month}`);
  if (table === undefined) throw new BackupError(`${dir} has no file of ${name}.`);
  await verifyFiles(dir, [table]);
  for await (const line of createInterface({ input: readTableFile(dir, table), crlfDelay: Number.POSITIVE_INFINITY })) {
    const values = line.split('\t');
    const row = Object.fromEntries(table.columns.map((column, at) => [column, values[at] ?? '']));
    if (isWanted(row)) yield row;
  }
}

async function partitionsOf(client: pg.Client, month: number): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const table of TABLES) {
    const { rows } = await client.query<{ name: string }>(
      `select attname::text as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [`public.${table}_${month}`],
    );
    shapes.push({ name: `public.${table}_${month}`, columns: rows.map(({ name }) => name) });
  }
  return shapes;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
