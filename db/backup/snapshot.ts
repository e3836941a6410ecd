import type { Readable } from 'node:stream';
import type pg from 'pg';
import { type DatabaseAddress, openConnection } from '../client.ts';
import { destroyConnection } from '../deadline.ts';
import { limitsFor } from '../limits.ts';
import { type Contents, readContents, readTables, type TableShape } from './contents.ts';
import { COPY_SETTINGS, copyOut, stallGuard } from './copyStreams.ts';

/** One consistent state of a database, read while it is in use. */
export interface Snapshot {
  readonly contents: Contents;
  /** The rows of one of its tables. Read one table to its end before the next. */
  read(table: TableShape): Readable;
  /** Number of rows of the table that was read last. */
  rowCount(): Promise<number>;
  /** Ends the transaction. Resolves also when the connection is gone. */
  close(): Promise<void>;
}

/**
 * Begins a transaction that sees one state of the whole database. Its tables can't be altered while it is open. As the
 * owner.
 */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = await openConnection(address, { ...limitsFor('command'), idleInTransactionMs: 0 });
  try {
    await client.query(COPY_SETTINGS);
    const moment = await databaseNow(client);
    const contents = await begin(client, moment);
    return snapshotOn(client, contents);
  } catch (error) {
    destroyConnection(client, error as Error);
    throw error;
  }
}

function snapshotOn(client: pg.Client, contents: Contents): Snapshot {
  let current: { rowCount: number } | undefined;
  return {
    contents,
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
    async close() {
      await client.end().catch(() => {});
    },
  };
}

/** Read before the snapshot begins, so that what is acknowledged before it is in the snapshot. */
async function databaseNow(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select coalesce(db_now(), clock_timestamp()) as now');
  return rows[0]?.now ?? new Date();
}

async function begin(client: pg.Client, moment: Date): Promise<Contents> {
  const tables = await readTables(client);
  const names = tables.map(({ name }) => name).join(', ');
  await client.query('begin isolation level repeatable read read only');
  // Before the first statement that reads, which takes the snapshot: a table altered after it would look empty.
  await client.query(`lock table ${names} in access share mode`);
  const contents = await readContents(client, moment);
  if (JSON.stringify(contents.tables) === JSON.stringify(tables)) return contents;
  throw new Error('The tables were being changed by the start of another release. Try again.');
}
