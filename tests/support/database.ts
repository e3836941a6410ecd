import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../../db/client.ts';
import { requireBooksInOrder } from './auditedBooks.ts';
import { appAddressOf, runOnTestPostgres, type ServerAddress, TEMPLATE_DATABASE, testPostgres } from './postgres.ts';

/** `db`, `pool` and `address` are the owner's: for what a test does beyond the application's rights. */
export interface TestDatabase extends Database {
  readonly address: ServerAddress;
  /** The same database with the server's role and its limited rights. */
  readonly app: Database & { readonly address: ServerAddress };
}

/** A database created by the test; `close()` audits its books (leaveBroken) and drops it. */
interface OwnDatabase extends TestDatabase {
  /**
   * Closes the pools but keeps the database, so that it can be used as a template (which requires that no connection is
   * open).
   */
  disconnect(): Promise<void>;
}

/**
 * A migrated database for one test, and a pool on it. `close()` drops it, even with open connections. `max` is the
 * pool's size; `copyOf` names a template database without open connections.
 */
export async function createTestDatabase({
  max = 10,
  copyOf = TEMPLATE_DATABASE,
}: { max?: number; copyOf?: string } = {}): Promise<OwnDatabase> {
  const address = { ...testPostgres(), database: `test_${randomBytes(6).toString('hex')}` };
  // Copying files takes half the CPU time of the default, which writes every page to the log.
  await runOnTestPostgres(`create database ${address.database} template ${copyOf} strategy file_copy`);
  const database = openBoth(address, { max });
  let disconnected: Promise<void> | undefined;
  // The pool's connections have read the catalog already, unless the test has closed it.
  const audit = async () => {
    if (!disconnected) return requireBooksInOrder({ address, db: database.db });
    const { db, close } = openDatabase(address, { max: 1 });
    try {
      await requireBooksInOrder({ address, db });
    } finally {
      await close();
    }
  };
  const disconnect = () => (disconnected ??= database.close());
  return {
    ...database,
    disconnect,
    async close() {
      try {
        await audit();
      } finally {
        await disconnect();
        await runOnTestPostgres(`drop database ${address.database} with (force)`);
      }
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
