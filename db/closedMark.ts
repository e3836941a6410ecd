import type pg from 'pg';
import { type DatabaseAddress, openConnection } from './client.ts';
import { limitsFor } from './limits.ts';

/** The database is marked as closed: it is being filled, and a server would start on a part of its content. */
export class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError';

  constructor(since: Date) {
    super(
      `This database was being filled, from ${since.toISOString()} on, and is not complete. If that no longer runs, empty ` +
        'the database (drop it and create it again) and repeat the command that filled it.',
    );
  }
}

/** Marks the database as closed, in the caller's transaction. For its owner. */
export async function closeDatabase(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query('create table drizzle.__closed (since timestamptz not null)');
  await client.query('insert into drizzle.__closed values (clock_timestamp())');
}

/** Removes the mark. */
export async function openDatabaseAgain(address: DatabaseAddress): Promise<void> {
  const client = await openConnection(address, limitsFor('command'));
  try {
    await client.query('drop table if exists drizzle.__closed');
  } finally {
    await client.end();
  }
}

/** Throws DatabaseClosedError where the database is marked as closed. */
export async function refuseClosed(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__closed') is not null as there`,
  );
  if (!found[0]?.there) return;
  const { rows } = await client.query<{ since: Date }>('select since from drizzle.__closed');
  throw new DatabaseClosedError(rows[0]?.since ?? new Date(0));
}
