import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../db/client.ts';
import { appAddressOf, runStatement, type ServerAddress, TEMPLATE_DATABASE, testPostgres } from './postgres.ts';

/** `db`, `pool` and `address` are the owner's: for what a test does past the application. */
export interface TestDatabase extends Database {
  readonly address: ServerAddress;
  /** The same database with the role that the server works with, and no more rights than it has. */
  readonly app: Database & { readonly address: ServerAddress };
}

/** A database that the test has made, and drops by `close()`. */
interface OwnDatabase extends TestDatabase {
  /** Closes the pools and leaves the database: for copies, which are made of what nobody is connected to. */
  disconnect(): Promise<void>;
}

/**
 * A migrated database of the test's own, and a pool on it. `close()` drops it, whoever else is still connected.
 * `max` is the pool's size; `copyOf` names a database to begin with, to which nobody is connected.
 */
export async function createTestDatabase({
  max = 10,
  copyOf = TEMPLATE_DATABASE,
}: { max?: number; copyOf?: string } = {}): Promise<OwnDatabase> {
  const server = testPostgres();
  const address = { ...server, database: `test_${randomBytes(6).toString('hex')}` };
  await runStatement(server, `create database ${address.database} template ${copyOf}`);
  const database = openBoth(address, { max });
  let disconnected: Promise<void> | undefined;
  const disconnect = () => (disconnected ??= database.close());
  return {
    ...database,
    disconnect,
    async close() {
      await disconnect();
      await runStatement(server, `drop database ${address.database} with (force)`);
    },
  };
}

/** A pool of the owner's, and one of the application's role; both closed by `close()`. */
export function openBoth(address: ServerAddress, options: { max: number }): TestDatabase {
  const owner = openDatabase(address, options);
  const appAddress = appAddressOf(address);
  const app = openDatabase(appAddress, options);
  return {
    ...owner,
    address,
    app: { ...app, address: appAddress },
    async close() {
      await Promise.all([owner.close(), app.close()]);
    },
  };
}
