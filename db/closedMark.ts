import type pg from 'pg';
import { type DatabaseAddress, openConnection } from './client.ts';
import { limitsFor } from './limits.ts';

/**
 * Why no server may work with a database: it is being filled, its content is being moved to another database, or it
 * has been. A second copy that goes on would publish seeds that the other one still keeps secret.
 */
export type ClosedFor = 'restoring' | 'moving' | 'moved';

export interface ClosedMark {
  readonly reason: ClosedFor;
  /** Where the content went, without a password; empty for a database that is being filled. */
  readonly target: string;
  readonly since: Date;
}

/** The database is marked as closed. */
export class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError';

  constructor(readonly mark: ClosedMark) {
    super(sentenceOf(mark));
  }
}

function sentenceOf({ reason, target, since }: ClosedMark): string {
  const at = since.toISOString();
  if (reason === 'restoring') {
    return (
      `This database was being filled, from ${at} on, and is not complete. If that no longer runs, empty the database ` +
      '(drop it and create it again) and repeat the command that filled it.'
    );
  }
  const what = reason === 'moved' ? 'was moved' : 'was being moved';
  return (
    `This database ${what} to ${target} (${at}). Two servers on two copies of one database would reveal each other's ` +
    'numbers, so no server starts on this one. To go on here, and never again there: npm run db:move -- --undo.'
  );
}

/** Marks the database as closed, in the caller's transaction. For its owner. */
export async function closeDatabase(client: pg.ClientBase, reason: ClosedFor, target = ''): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists drizzle.__closed (
       single boolean primary key default true check (single), reason text not null, target text not null,
       since timestamptz not null default clock_timestamp())`,
  );
  await client.query(
    `insert into drizzle.__closed (reason, target) values ($1, $2)
       on conflict (single) do update set reason = excluded.reason, target = excluded.target`,
    [reason, target],
  );
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

/** The mark, or undefined where the database may be used. */
export async function readClosedMark(client: pg.ClientBase): Promise<ClosedMark | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__closed') is not null as there`,
  );
  if (!found[0]?.there) return undefined;
  const { rows } = await client.query<ClosedMark>('select reason, target, since from drizzle.__closed');
  return rows[0];
}

/** Throws DatabaseClosedError where the database is marked as closed. */
export async function refuseClosed(client: pg.ClientBase): Promise<void> {
  const mark = await readClosedMark(client);
  if (mark) throw new DatabaseClosedError(mark);
}
