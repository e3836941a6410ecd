import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { FOLDS_THEM, LAST_WITH_THEM } from '../../db/oldHistory.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { type ServerAddress, runStatement, testPostgres } from '../support/postgres.ts';
import { checkOut } from '../support/releaseBefore.ts';

/** Migrates as the server of that commit does. */
async function migrateBy(commit: string, address: ServerAddress): Promise<void> {
  const files = checkOut(commit);
  try {
    const module = (await import(pathToFileURL(join(files.root, 'db/migrate.ts')).href)) as {
      migrate(address: ServerAddress, options: object): Promise<void>;
    };
    await module.migrate(address, {});
  } finally {
    files.remove();
  }
}

it('a database from before the first migration is brought here by the commits that its refusal names', async () => {
  const address = { ...testPostgres(), database: `old_${randomBytes(6).toString('hex')}` };
  await runStatement(testPostgres(), `create database ${address.database}`);
  try {
    await migrateBy(LAST_WITH_THEM, address);
    await expect(migrate(address, { appRole: APP_ROLE })).rejects.toThrow(LAST_WITH_THEM);
    await migrateBy(FOLDS_THEM, address);
    await migrate(address, { appRole: APP_ROLE });
  } finally {
    await runStatement(testPostgres(), `drop database ${address.database} with (force)`);
  }
});
