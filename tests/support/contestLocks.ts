import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Holds a contest's row, as a closing that takes its time does; call the result to release it. */
export async function holdContest({ pool }: TestDatabase, contestId: bigint): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select 1 from contests where id = $1 for update', [contestId]);
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
