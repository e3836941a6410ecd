import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Locks a contest's row, as a slow closing does; call the result to release it. */
export function holdContest(database: TestDatabase, contestId: bigint): Promise<() => Promise<void>> {
  return holdRows(database, 'select 1 from contests where id = $1 for update', [contestId]);
}

/** Locks a player's account of this kind, as a transfer does; call the result to release it. */
export function holdAccount(
  database: TestDatabase,
  playerId: bigint,
  kind: 'player_available' | 'player_held',
): Promise<() => Promise<void>> {
  const lock = 'select 1 from ledger_accounts where player_id = $1 and kind = $2 for no key update';
  return holdRows(database, lock, [playerId, kind]);
}

async function holdRows({ pool }: TestDatabase, lock: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(lock, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Resolves once some statement waits for a lock. */
export async function expectLockWait({ pool }: TestDatabase): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rows.length, { interval: 5 }).toBeGreaterThan(0);
}
