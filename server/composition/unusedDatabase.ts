import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../../db/backup/manifest.ts';
import { DataFolderInUseError } from '../../db/embedded/ownerLock.ts';
import { embeddedFolder } from '../../db/embedded.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { type CommandDatabase, startDatabase } from './commandDatabase.ts';

/**
 * The configured database, for a command that needs it alone; an embedded one is started. Throws BackupError where there is none,
 * or a server has it open. One of the operator's own isn't looked at: see refuseSessions.
 */
export async function startUnused(database: DatabaseConfig, print: (line: string) => void): Promise<CommandDatabase> {
  refuseMissing(database, print);
  try {
    return await startDatabase(database);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new BackupError(
      'A server uses the database. Stop it first: what it acknowledges from here on would be lost.',
    );
  }
}

/** Starting an embedded database would create one. */
function refuseMissing(database: DatabaseConfig, print: (line: string) => void): void {
  if ('url' in database) return;
  const folder = embeddedFolder(database, print);
  if (!existsSync(join(folder, 'postgres'))) throw new BackupError(`There is no database in ${folder}.`);
}
