import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../db/client.ts';
import { runStatement, type ServerAddress, TEMPLATE_DATABASE, testPostgres } from './postgres.ts';

export interface TestDatabase extends Database {
  readonly address: ServerAddress;
}

/**
 * A migrated database of the test's own, and a pool on it. `close()` drops it, whoever else is still connected.
 * `max` is the pool's size.
 */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = testPostgres();
  const address = { ...server, database: `test_${randomBytes(6).toString('hex')}` };
  await runStatement(server, `create database ${address.database} template ${TEMPLATE_DATABASE}`);
  const database = openDatabase(address, { max });
  return {
    ...database,
    address,
    async close() {
      await database.close();
      await runStatement(server, `drop database ${address.database} with (force)`);
    },
  };
}
