import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../../db/backup/manifest.ts';
import { refuseUsedDatabase } from '../../db/backup/loadContents.ts';
import { stopOrphan } from '../../db/embedded/postmaster.ts';
import { claimDataDir, embeddedFolder, startEmbedded } from '../../db/embedded.ts';
import type { DatabaseAddresses } from '../../db/roles.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { addressesOf } from './databaseRoles.ts';

/** A database without any tables, to be filled. */
export interface EmptyDatabase {
  readonly addresses: DatabaseAddresses;
  /** The embedded database's folder, which holds the key file. */
  readonly dataDir?: string;
  /** In words, without a password. */
  readonly name: string;
  /** Puts the filled database into its place. */
  keep(): Promise<void>;
  /** Leaves no embedded database behind; one of the operator's own stays as it is. */
  discard(): Promise<void>;
}

/**
 * The configured database, which must be empty. An embedded one is made in a folder of its own within DATA_DIR and gets its
 * place only when it is kept, so that an interrupted command leaves nothing that a server would start on. Throws
 * BackupError where there is a database already.
 */
export async function openEmptyDatabase(
  database: DatabaseConfig,
  onNotice: (line: string) => void,
): Promise<EmptyDatabase> {
  if ('url' in database) return openOwn(database);
  const dataDir = embeddedFolder(database, onNotice);
  const place = join(dataDir, 'postgres');
  const release = claimDataDir(dataDir);
  try {
    if (existsSync(place)) {
      throw new BackupError(`There is a database in ${place} already. Put it aside first, or name another DATA_DIR.`);
    }
    return await openEmbedded(dataDir, place, release, onNotice);
  } catch (error) {
    release();
    throw error;
  }
}

async function openOwn(database: Extract<DatabaseConfig, { url: string }>): Promise<EmptyDatabase> {
  const addresses = addressesOf(database);
  await refuseUsedDatabase(addresses.owner);
  const { host, pathname } = new URL(database.url);
  const none = () => Promise.resolve();
  return { addresses, name: `${host}${pathname}`, keep: none, discard: none };
}

async function openEmbedded(
  dataDir: string,
  place: string,
  release: () => void,
  onNotice: (line: string) => void,
): Promise<EmptyDatabase> {
  const aside = join(dataDir, 'restoring');
  await stopOrphan(join(aside, 'postgres'), onNotice);
  rmSync(aside, { recursive: true, force: true });
  const postgres = await startEmbedded({ dataDir: aside, onNotice });
  const end = async (last: () => void) => {
    await postgres.stop();
    last();
    rmSync(aside, { recursive: true, force: true });
    release();
  };
  return {
    addresses: addressesOf(postgres),
    dataDir,
    name: dataDir,
    keep: () => end(() => renameSync(join(aside, 'postgres'), place)),
    discard: () => end(() => {}),
  };
}
