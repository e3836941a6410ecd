import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type DatabaseAddress, openConnection, withConnection } from '../client.ts';
import { closeDatabase, refuseClosed } from '../closedMark.ts';
import { setDatabaseLead } from '../databaseClock.ts';
import { destroyConnection } from '../deadline.ts';
import { limitsFor } from '../limits.ts';
import { committedRelease, migrate } from '../migrate.ts';
import { type Contents, readAuditHead, readTables, type TableShape } from './contents.ts';
import { COPY_SETTINGS, copyIn, stallGuard } from './copyStreams.ts';
import { BackupError } from './manifest.ts';

const OLDEST_POSTGRES = 150_000;

/** Where rows come from: a backup's files, or another database. */
export interface RowSource {
  readonly contents: Contents;
  read(table: TableShape): Readable;
  /** Number of rows of the table that was read last, where `contents` has none. */
  rowCount?(): Promise<number>;
}

/** Throws BackupError where this release can't hold `contents`: they are those of a newer or of another one. */
export function refuseUnknownRelease({ migrations, functionsVersion }: Contents): void {
  const release = committedRelease();
  const known = new Map(release.migrations.map(({ when, hash }) => [when, hash]));
  const unknown = migrations.filter(({ when }) => !known.has(when)).length;
  if (unknown > 0 || functionsVersion > release.functions.version) {
    throw new BackupError(
      `This is the database of a newer release: it has ${unknown} migration(s) that this one lacks, and version ` +
        `${functionsVersion} of the functions (here ${release.functions.version}). Use the release that it is of.`,
    );
  }
  const isBeginning = migrations.every(({ when, hash }, at) => {
    const own = release.migrations[at];
    return own?.when === when && own.hash === hash;
  });
  if (isBeginning) return;
  throw new BackupError(
    "This is the database of another release: its migrations are not the first ones of this one's.",
  );
}

/** Throws BackupError where the database has tables already, or is of a PostgreSQL that is too old. As its owner. */
export async function refuseUsedDatabase(address: DatabaseAddress): Promise<void> {
  await withConnection(address, limitsFor('command'), async (client) => {
    await refuseClosed(client);
    const { rows } = await client.query<{ version: number; tables: number }>(
      `select current_setting('server_version_num')::int as version, count(*)::int as tables
         from pg_class where relkind in ('r', 'p') and relnamespace in
              (select oid from pg_namespace where nspname in ('public', 'drizzle'))`,
    );
    const { version = 0, tables = 0 } = rows[0] ?? {};
    if (version < OLDEST_POSTGRES) throw new BackupError('The database needs PostgreSQL 15 or newer.');
    if (tables > 0) {
      throw new BackupError(`The database is not empty: it has ${tables} tables. Name one without any.`);
    }
  });
}

/**
 * Fills an empty database with a complete copy, and brings it to this release. It stays closed, so that no server starts on
 * it, until the caller opens it (openDatabaseAgain); so it does after an error too. `appRole` gets the server's rights.
 */
export async function loadContents(
  address: DatabaseAddress,
  source: RowSource,
  { appRole }: { appRole?: string | undefined } = {},
): Promise<void> {
  const { contents } = source;
  refuseUnknownRelease(contents);
  await refuseUsedDatabase(address);
  await onConnection(address, closeDatabase);
  const { migrations } = committedRelease();
  // Without functions there are no triggers: rows are stored as they were.
  const tablesOnly = {
    migrations: migrations.slice(0, contents.migrations.length),
    functions: { version: 0, functions: [] },
  };
  await migrate(address, { release: tablesOnly, evenClosed: true });
  await onConnection(address, (client) => makeMonths(client, contents.months));
  await onConnection(address, (client) => fill(client, source));
  await migrate(address, { appRole, evenClosed: true });
  if (contents.leadMs !== 0) await setDatabaseLead(address, { ms: contents.leadMs, change: null });
  await onConnection(address, async (client) => {
    await client.query('analyze');
    await refuseOtherHead(client, contents);
  });
}

/** The partitions of these months, which their rows need. migrate() replaces the function by this release's. */
async function makeMonths(client: pg.Client, months: readonly number[]): Promise<void> {
  if (months.length === 0) return;
  const make = committedRelease().functions.functions.find(({ name }) => name === 'make_month');
  if (!make) throw new Error('this release makes no months');
  await client.query(make.text);
  for (const month of months) await client.query('select make_month($1)', [month]);
}

/** All rows in one transaction. */
async function fill(client: pg.Client, source: RowSource): Promise<void> {
  const { tables, sequences } = source.contents;
  await client.query(COPY_SETTINGS);
  refuseOtherTables(await readTables(client), tables);
  await client.query('begin');
  // Migrations insert rows of their own. Cascade: tables that are not copied may reference one that is.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
  for (const table of tables) {
    const rows = copyIn(client, table);
    const guard = stallGuard(client, `writing ${table.name}`);
    await pipeline(source.read(table), guard, rows);
    await refuseOtherCount(client, table, { written: rows.rowCount, expected: await rowsExpected(source, table) });
  }
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [name, lastValue, isCalled]);
  }
  await client.query('commit');
}

function refuseOtherTables(here: readonly TableShape[], given: readonly TableShape[]): void {
  const text = (tables: readonly TableShape[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join(',')})`).toSorted();
  const [have, need] = [text(here), text(given)];
  const differing = [
    ...have.filter((table) => !need.includes(table)),
    ...need.filter((table) => !have.includes(table)),
  ];
  if (differing.length === 0) return;
  throw new BackupError(`The backup has other tables than its release: ${differing.join('; ')}.`);
}

/** Compares with the manifest's count, where the rows come from a backup. */
async function rowsExpected(source: RowSource, table: TableShape & { rows?: number }): Promise<number | undefined> {
  return table.rows ?? (await source.rowCount?.());
}

async function refuseOtherCount(
  client: pg.Client,
  { name }: TableShape,
  { written, expected }: { written: number; expected: number | undefined },
): Promise<void> {
  if (expected === undefined || expected === written) return;
  await client.query('rollback');
  throw new BackupError(`The copy is damaged: ${name} has ${written} rows, and had ${expected} when it was read.`);
}

async function refuseOtherHead(client: pg.Client, { auditHead }: Contents): Promise<void> {
  const head = await readAuditHead(client);
  if (JSON.stringify(head) === JSON.stringify(auditHead)) return;
  throw new BackupError(
    `The audit log does not end as it did: row ${head.id}:${head.hash} instead of ${auditHead.id}:${auditHead.hash}.`,
  );
}

async function onConnection(address: DatabaseAddress, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await openConnection(address, { ...limitsFor('command'), idleInTransactionMs: 0 });
  try {
    await work(client);
    await client.end();
  } catch (error) {
    // In the middle of a copy it would never end in order.
    destroyConnection(client, error as Error);
    throw error;
  }
}
