import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from './client.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number that nothing else here locks: servers that start at the same moment migrate one after the other. */
const MIGRATION_LOCK = 7_264_654_001n;

/** Where packets vanish nobody says no. */
const CONNECT_PATIENCE_MS = 10_000;

/** This code is older than the database it was pointed at. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** Nobody answers where the database should be, or they don't let us in. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

interface Migration {
  readonly tag: string;
  readonly statements: string[];
  readonly hash: string;
  /** Where drizzle-kit's journal puts it in time; its place in the order. */
  readonly when: number;
}

/**
 * Brings the database to this code's schema: every committed migration it lacks, all in one transaction, under a lock
 * that makes other servers wait. Throws SchemaTooNewError, and changes nothing, when the database knows a migration
 * that this code doesn't: an older server could corrupt what a newer one wrote. Throws DatabaseUnreachableError when it
 * comes to no connection.
 */
export async function migrate(
  address: DatabaseAddress,
  migrations = committedMigrations(),
  connectPatienceMs = CONNECT_PATIENCE_MS,
): Promise<void> {
  const client = new pg.Client({ ...connectionOptions(address), connectionTimeoutMillis: connectPatienceMs });
  await client.connect().catch((cause: Error) => {
    throw new DatabaseUnreachableError(`The database cannot be reached: ${cause.message}`, { cause });
  });
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await applyMissing(client, migrations);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** The migrations that this code knows, in order, as drizzle-kit's journal lists them. */
export function committedMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(`${MIGRATIONS}/${tag}.sql`, 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(`create schema if not exists drizzle`);
  // The table that drizzle's own tools look at, so that they agree on what has been applied.
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query<{ created_at: bigint }>('select created_at from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map((row) => Number(row.created_at)));
  const known = new Set(migrations.map(({ when }) => when));
  const unknown = [...applied].filter((when) => !known.has(when));
  if (unknown.length > 0) {
    throw new SchemaTooNewError(
      `The database's schema is newer than this server: it has ${unknown.length} migration(s) that this version doesn't ` +
        `know. Start the version that made them, or restore a backup from before.`,
    );
  }
  for (const { tag, when, hash, statements } of migrations) {
    if (applied.has(when)) continue;
    for (const statement of statements) {
      await client.query(statement).catch((error: unknown) => {
        throw new Error(`Migration ${tag} failed; the database is as it was before.`, { cause: error });
      });
    }
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
  }
}
