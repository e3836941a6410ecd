import type { TestDatabase } from './database.ts';

/** Runs statements as an attacker with full control of the database: triggers don't apply. */
export async function tamper({ pool }: TestDatabase, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  } finally {
    client.release();
  }
}
