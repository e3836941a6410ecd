import type pg from 'pg';
import { type DatabaseAddress, withConnection } from './client.ts';
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

/** The database was moved to another place, where it goes on: this copy is of the past. */
export class DatabaseMovedError extends Error {
  override readonly name = 'DatabaseMovedError';

  constructor(
    /** The place, in words. */
    readonly movedTo: string,
    at: Date,
  ) {
    super(
      `This database was moved to ${movedTo} on ${at.toISOString()} and goes on there: start the server with the settings of ` +
        'that place. What is here is a copy of the past; delete it once the other one is backed up.',
    );
  }
}

/** Play money is being ended in the database (`npm run go-live`), and that has not been finished. */
export class GoLiveUnfinishedError extends Error {
  override readonly name = 'GoLiveUnfinishedError';

  constructor(since: Date) {
    super(
      `npm run go-live began to end the play money of this database at ${since.toISOString()} and has not finished. If it no ` +
        'longer runs, run it again: it goes on where it ended. Until then no server starts.',
    );
  }
}

/** Marks the database as one whose play money is being ended. For its owner. */
export async function closeForGoLive(client: pg.ClientBase): Promise<void> {
  await client.query('create table drizzle.__closed (since timestamptz not null, goes_live boolean not null)');
  await client.query('insert into drizzle.__closed values (clock_timestamp(), true)');
}

/** Marks the database as closed, in the caller's transaction. For its owner. */
export async function closeDatabase(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query('create table drizzle.__closed (since timestamptz not null)');
  await client.query('insert into drizzle.__closed values (clock_timestamp())');
}

/** The statement that removes the mark, for the owner. */
export const REMOVE_CLOSED_MARK = 'drop table if exists drizzle.__closed';

/** Removes the mark. */
export async function openDatabaseAgain(address: DatabaseAddress): Promise<void> {
  await withConnection(address, limitsFor('command'), (client) => client.query(REMOVE_CLOSED_MARK));
}

/**
 * Marks the database as moved to a place (in words), in the caller's transaction. New connections can't write any more, unless
 * they ask for it, where the caller owns the database. A release that only has the other mark refuses this one too.
 */
export async function markAsMoved(client: pg.ClientBase, movedTo: string): Promise<void> {
  await client.query('create table drizzle.__closed (since timestamptz not null, moved_to text not null)');
  await client.query('insert into drizzle.__closed values (clock_timestamp(), $1)', [movedTo]);
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database where datname = current_database() and pg_has_role(datdba, 'member')`,
  );
  for (const { name } of rows) await client.query(`alter database ${name} set default_transaction_read_only = on`);
}

/** Throws DatabaseClosedError, DatabaseMovedError or GoLiveUnfinishedError where the database is marked as such a one. */
export async function refuseClosed(client: pg.ClientBase): Promise<void> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__closed') is not null as there`,
  );
  if (!found[0]?.there) return;
  const { rows } = await client.query<{ since: Date; moved_to?: string; goes_live?: boolean }>(
    'select * from drizzle.__closed',
  );
  const { since = new Date(0), moved_to: movedTo, goes_live: goesLive = false } = rows[0] ?? {};
  if (goesLive) throw new GoLiveUnfinishedError(since);
  throw movedTo === undefined ? new DatabaseClosedError(since) : new DatabaseMovedError(movedTo, since);
}
