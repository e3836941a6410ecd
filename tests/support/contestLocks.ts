import { expect, vi } from 'vitest';
import type { ManualClock } from '../../server/platform/clock.ts';
import type { TestDatabase } from './database.ts';

/** Locks a contest's row, as a slow closing does; call the result to release it. */
export function holdContest(database: TestDatabase, contestId: bigint): Promise<() => Promise<void>> {
  return holdLocks(database, 'select 1 from contests where id = $1 for update', [contestId]);
}

/**
 * Calls `act` while the contest is locked, and once it waits for the lock sets the clock to `until` (ms since the epoch)
 * and releases the lock. Resolves or rejects as `act` does.
 */
export async function delayedByContest<T>(
  database: TestDatabase,
  { contestId, clock, until }: { contestId: bigint; clock: ManualClock; until: number },
  act: () => Promise<T>,
): Promise<T> {
  const release = await holdContest(database, contestId);
  const acting = act();
  // It may reject before the caller can see it, which Node would report as unhandled.
  acting.catch(() => {});
  try {
    await expectLockWait(database);
    clock.set(until);
  } finally {
    await release();
  }
  return acting;
}

/** Locks a player's account of this kind, as a transfer does; call the result to release it. */
export function holdAccount(
  database: TestDatabase,
  playerId: bigint,
  kind: 'player_available' | 'player_held',
): Promise<() => Promise<void>> {
  const lock = 'select 1 from ledger_accounts where player_id = $1 and kind = $2 for no key update';
  return holdLocks(database, lock, [playerId, kind]);
}

/** Runs a statement and leaves its transaction open; call the result to roll it back. */
export async function holdLocks(
  { pool }: TestDatabase,
  statement: string,
  values: unknown[] = [],
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  const release = async () => {
    await client.query('rollback');
    client.release();
  };
  try {
    await client.query('begin');
    await client.query(statement, values);
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** Expects that a statement keeps a contest from being closed until its transaction ends; it is rolled back. */
export async function expectKeepsFromClosing(
  database: TestDatabase,
  contestId: bigint,
  statement: string,
): Promise<void> {
  const closing = `select 1 from contests where id = ${contestId} for no key update skip locked`;
  const canClose = async () => (await database.pool.query(closing)).rowCount === 1;
  const release = await holdLocks(database, statement);
  const couldClose = await canClose();
  await release();
  expect(couldClose).toBe(false);
  expect(await canClose()).toBe(true);
}

/** Resolves once so many statements wait for a lock, in tests and hooks; rejects after 20 s. */
export async function expectLockWait(database: TestDatabase, statements = 1): Promise<void> {
  // Vitest allows expect.poll in tests only.
  await vi.waitUntil(() => isLockAwaited(database, statements), { timeout: 20_000, interval: 5 });
}

/** Resolves once some statement waits for a lock, or the work has ended without. */
export async function endOrLockWait(database: TestDatabase, work: Promise<unknown>): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  await expect.poll(async () => ended || (await isLockAwaited(database)), { interval: 5 }).toBe(true);
}

async function isLockAwaited({ pool }: TestDatabase, statements = 1): Promise<boolean> {
  // In this database: other tests wait for locks of theirs.
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await pool.query(waiting)).rows.length >= statements;
}
