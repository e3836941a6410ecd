import type { Readable } from 'node:stream';
import pg from 'pg';
import { type DatabaseAddress, openConnection } from '../client.ts';
import { markAsMoved, refuseClosed } from '../closedMark.ts';
import { destroyConnection } from '../deadline.ts';
import { limitsFor } from '../limits.ts';
import { MIGRATION_LOCK } from '../migrate.ts';
import { type Contents, readContents, readTables, type TableShape } from './contents.ts';
import { COPY_SETTINGS, copyOut, stallGuard } from './copyStreams.ts';
import { BackupError } from './manifest.ts';

/** How long the last snapshot waits for what others have under way. */
const LAST_LOCK_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Reads tables on a connection. */
export interface TableReader {
  /** The rows of a table. Read one table to its end before the next. */
  read(table: TableShape): Readable;
  /** Number of rows of the table that was read last. */
  rowCount(): Promise<number>;
}

/** One consistent state of a database, read while it is in use. */
export interface Snapshot extends TableReader {
  readonly contents: Contents;
  /** Ends the transaction. Resolves also when the connection is gone. */
  close(): Promise<void>;
}

/** The state that a database ends with here. */
export interface LastSnapshot extends Snapshot {
  /** Marks the database as moved to a place (in words), so that no server starts on it any more. */
  markAsMoved(to: string): Promise<void>;
}

/**
 * Begins a transaction that sees one state of the whole database. Its tables can't be altered while it is open. As the
 * owner.
 */
export function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  return snapshotWith(address, async (client) => {
    const moment = await databaseNow(client);
    return snapshotOn(client, await begin(client, moment, 'access share'));
  });
}

/**
 * The same of a database that nobody uses, and that nobody can write to or start a server on while it is open. Throws
 * BackupError where somebody uses it, DatabaseClosedError and DatabaseMovedError where it is marked.
 */
export function openLastSnapshot(address: DatabaseAddress): Promise<LastSnapshot> {
  return snapshotWith(address, async (client) => {
    await holdStarts(client);
    await refuseClosed(client);
    const moment = await databaseNow(client);
    const contents = await begin(client, moment, 'share').catch(refuseLocked);
    await refuseSessions(client);
    return {
      ...snapshotOn(client, contents),
      async markAsMoved(to) {
        await markAsMoved(client, to);
        await client.query('commit');
      },
    };
  });
}

/**
 * Keeps servers from starting as long as the connection is open: those that start meanwhile wait, and then find what was marked.
 * Throws BackupError where one is just starting.
 */
export async function holdStarts(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${LAST_LOCK_MS}`);
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]).catch(refuseLocked);
}

function refuseLocked(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
  throw new BackupError('The database is in use: somebody holds locks in it. Stop every server and command first.');
}

/**
 * Throws BackupError where servers or commands are connected: they are told by their application's name, which every role can
 * read.
 */
export async function refuseSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = 'rangoli' and pid <> pg_backend_pid() order by 1`,
  );
  if (rows.length === 0) return;
  throw new BackupError(
    `The database is in use: ${rows.length} connections of servers or commands are open. Stop them first; what they ` +
      'acknowledge from here on would be lost.',
  );
}

async function snapshotWith<S>(address: DatabaseAddress, open: (client: pg.Client) => Promise<S>): Promise<S> {
  const client = await openConnection(address, { ...limitsFor('command'), idleInTransactionMs: 0 });
  try {
    await client.query(COPY_SETTINGS);
    return await open(client);
  } catch (error) {
    destroyConnection(client, error as Error);
    throw error;
  }
}

function snapshotOn(client: pg.Client, contents: Contents): Snapshot {
  return {
    contents,
    ...tableReader(client),
    async close() {
      await client.end().catch(() => {});
    },
  };
}

/** Reads as the connection's open transaction sees them. */
export function tableReader(client: pg.Client): TableReader {
  let current: { rowCount: number } | undefined;
  return {
    read(table) {
      const rows = copyOut(client, table);
      current = rows;
      const guard = stallGuard(client, `reading ${table.name}`);
      rows.on('error', (error) => guard.destroy(error));
      // A reader that fails leaves the connection in the middle of its answer.
      guard.on('close', () => {
        if (!guard.readableEnded) destroyConnection(client, new Error(`reading ${table.name} was given up`));
      });
      return rows.pipe(guard);
    },
    async rowCount() {
      // The count comes with the end of the statement, after the last row.
      await client.query('select');
      return current?.rowCount ?? 0;
    },
  };
}

/** Read before the snapshot begins, so that what is acknowledged before it is in the snapshot. */
async function databaseNow(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select coalesce(db_now(), clock_timestamp()) as now');
  return rows[0]?.now ?? new Date();
}

/** `lock` keeps others from altering the tables (access share), or from writing to them as well (share). */
async function begin(client: pg.Client, moment: Date, lock: 'access share' | 'share'): Promise<Contents> {
  const tables = await readTables(client);
  const names = tables.map(({ name }) => name).join(', ');
  await client.query(`begin isolation level repeatable read ${lock === 'share' ? '' : 'read only'}`);
  // Before the first statement that reads, which takes the snapshot: a table altered after it would look empty.
  await client.query(`lock table ${names} in ${lock} mode`);
  const contents = await readContents(client, moment);
  if (JSON.stringify(contents.tables) === JSON.stringify(tables)) return contents;
  throw new Error('The tables were being changed by the start of another release. Try again.');
}
