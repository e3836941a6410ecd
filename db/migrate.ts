import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type DatabaseAddress, openConnection } from './client.ts';
import { refuseClosed } from './closedMark.ts';
import { applyFunctions, committedFunctions, type FunctionSet, readSqlFile } from './functions.ts';
import { limitsFor } from './limits.ts';
import { oldHistory } from './oldHistory.ts';
import { applyPrivileges } from './privileges.ts';
import { EditedMigrationError, OldHistoryError, SchemaTooNewError } from './schemaErrors.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Advisory lock: servers that start at the same time migrate one after the other. */
export const MIGRATION_LOCK = 7_264_654_001n;

const ADDS_ENUM_VALUE = /\bALTER TYPE\b[^;]*\bADD VALUE\b/i;

/** Timeout for the connection: dropped packets raise no error. */
const CONNECT_TIMEOUT_MS = 10_000;

/** No database answers at the address, or it refuses the connection. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

interface Migration {
  readonly tag: string;
  readonly statements: string[];
  readonly hash: string;
  /** The timestamp in drizzle-kit's journal, which defines the order. */
  readonly when: number;
}

/** Target state of a database. */
export interface Release {
  readonly migrations: readonly Migration[];
  readonly functions: FunctionSet;
}

export interface MigrateOptions {
  /** The role that the server works with. Default: the migrating role. */
  readonly appRole?: string | undefined;
  readonly release?: Release;
  readonly connectTimeoutMs?: number;
  /** For commands that fill a database: works on one that is marked as closed too. */
  readonly evenClosed?: boolean;
  /** Called with the connection before anything is changed. What it throws ends the call. */
  readonly before?: (owner: pg.Client) => Promise<void>;
}

/**
 * Brings the database to this release's schema, as its owner: every committed migration it lacks, then every function
 * whose text has changed, then the privileges of `appRole`, all in one transaction, under a lock that makes other
 * servers wait. On an error nothing is changed, except that a migration which adds a value to an enum, and those before it,
 * stay applied: until PostgreSQL 17 such a value can't be used in the transaction that adds it. Throws SchemaTooNewError when the database has a migration that this
 * release lacks, or later functions (an older server could corrupt data of a newer one); OldHistoryError when it has
 * migrations from before the first one of this code; EditedMigrationError when an applied migration's file has changed
 * since; DatabaseClosedError when it is marked as closed; DatabaseUnreachableError when no connection could be made within `connectTimeoutMs`.
 */
export async function migrate(address: DatabaseAddress, options: MigrateOptions = {}): Promise<void> {
  await withMigrated(address, options, () => Promise.resolve());
}

/**
 * Migrates as `migrate` does, then resolves to what `work` does on the same connection, as the owner. The lock is released
 * before that, so that other servers can migrate meanwhile.
 */
export async function withMigrated<T>(
  address: DatabaseAddress,
  {
    appRole,
    release = committedRelease(),
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    evenClosed = false,
    before,
  }: MigrateOptions,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const limits = { ...limitsFor('command'), connectMs: connectTimeoutMs };
  const client = await openConnection(address, limits).catch((cause: Error) => {
    throw new DatabaseUnreachableError(`The database cannot be reached: ${cause.message}`, { cause });
  });
  try {
    await before?.(client);
    // Held by the session: there may be several transactions.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('begin');
    if (!evenClosed) await refuseClosed(client);
    await applyMissing(client, release.migrations);
    await applyFunctions(client, release.functions);
    if (release.functions.functions.some(({ name }) => name === 'make_months'))
      await client.query('select make_months()');
    await applyPrivileges(client, appRole);
    await client.query('commit');
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The migrations and functions of this code. */
export function committedRelease(): Release {
  return { migrations: committedMigrations(), functions: committedFunctions() };
}

/** The migrations of this code, in order, as drizzle-kit's journal lists them. */
export function committedMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => {
    const { text, hash } = readSqlFile(`${MIGRATIONS}/${tag}.sql`);
    return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await prepareHistory(client);
  const applied = await appliedMigrations(client);
  const old = oldHistory(applied.keys(), migrations);
  if (old) throw new OldHistoryError(`${old.what} ${old.remedy}`);
  refuseUnknown(applied, migrations);
  refuseEdited(applied, migrations);
  for (const { tag, when, hash, statements } of migrations) {
    if (applied.has(when)) continue;
    for (const statement of statements) {
      await client.query(statement).catch((error: unknown) => {
        throw new Error(`Migration ${tag} failed; the database is as it was before.`, { cause: error });
      });
    }
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
    if (statements.some((statement) => ADDS_ENUM_VALUE.test(statement))) await client.query('commit; begin');
  }
}

/** The table of drizzle's own tools, so that they agree on what has been applied. */
async function prepareHistory(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists drizzle`);
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
}

/** Hashes of the applied migrations, by journal timestamp. */
async function appliedMigrations(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ hash: string; created_at: bigint }>(
    'select hash, created_at from drizzle.__drizzle_migrations',
  );
  return new Map(rows.map((row) => [Number(row.created_at), row.hash]));
}

function refuseUnknown(applied: ReadonlyMap<number, string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ when }) => when));
  const unknown = [...applied.keys()].filter((when) => !known.has(when));
  if (unknown.length === 0) return;
  throw new SchemaTooNewError(
    `The database's schema is newer than this server: it has ${unknown.length} migration(s) that this version doesn't ` +
      `know. Start the version that made them, or restore a backup from before.`,
  );
}

function refuseEdited(applied: ReadonlyMap<number, string>, migrations: readonly Migration[]): void {
  const edited = migrations.filter(({ when, hash }) => applied.has(when) && applied.get(when) !== hash);
  if (edited.length === 0) return;
  throw new EditedMigrationError(
    `These migrations were changed after they had been applied to this database: ${edited.map(({ tag }) => tag).join(', ')}. ` +
      `Restore their files, and make the change a new migration.`,
  );
}
