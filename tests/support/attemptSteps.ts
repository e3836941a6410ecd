import type { TestDatabase } from './database.ts';
import { setDatabaseClock } from './databaseClock.ts';

/** A statement that the database's owner runs. */
export interface Step {
  /** What the database's clock shows, in ms; as before if left out. */
  readonly at?: number;
  readonly statement: string;
}

/**
 * Runs the steps in one transaction, which is rolled back: `accepted`, or the message that refused the last. An earlier
 * refusal is thrown.
 */
export async function attemptSteps(database: TestDatabase, ...steps: readonly Step[]): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const [index, { at, statement }] of steps.entries()) {
      if (at !== undefined) setDatabaseClock(database.address, at, 'still');
      try {
        await client.query(statement);
      } catch (error) {
        if (index === steps.length - 1) return (error as Error).message;
        throw error;
      }
    }
    return 'accepted';
  } finally {
    await client.query('rollback');
    client.release();
  }
}
