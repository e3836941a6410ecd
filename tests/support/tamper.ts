import type { TestDatabase } from './database.ts';

/** Runs statements as somebody who has the database itself in hand: no trigger stops them. */
export async function tamper({ pool }: TestDatabase, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  } finally {
    client.release();
  }
}
