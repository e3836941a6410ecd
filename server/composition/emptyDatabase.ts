import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../../db/backup/manifest.ts';
import { refuseUsedDatabase } from '../../db/backup/loadContents.ts';
import { type Account, unprivilegedAccount } from '../../db/embedded/account.ts';
import { stopOrphan } from '../../db/embedded/postmaster.ts';
import { claimDataDir, embeddedFolder, restoringFolder, startEmbedded } from '../../db/embedded.ts';
import { placeOf } from '../../db/hosts.ts';
import type { DatabaseAddresses } from '../../db/roles.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { addressesOf } from './databaseRoles.ts';

/** Replaying a day's log takes a part of a day. */
const RECOVERY_TIMEOUT_MS = 24 * 3_600_000;

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
 * place only when it is kept. Until then no server starts in DATA_DIR, and after an interruption the same command begins
 * anew. Throws
 * BackupError where there is a database already.
 */
export async function openEmptyDatabase(
  database: DatabaseConfig,
  onNotice: (line: string) => void,
): Promise<EmptyDatabase> {
  if ('url' in database) return openOwn(database);
  return openFolder(database, { onNotice });
}

/** How a database is recovered from an archive. */
interface Recovery {
  /** Fills the data folder, which is not there yet. */
  prepare(cluster: string, account: Account | undefined): Promise<void>;
  /** Settings of the server that recovers it. */
  settings(dataDir: string): string[];
}

/** The same for the embedded database, filled by a recovery. Rejects, with nothing left behind, where that fails. */
export function openRecovered(
  database: Extract<DatabaseConfig, { dataDir: string | undefined }>,
  recovery: Recovery,
  onNotice: (line: string) => void,
): Promise<EmptyDatabase> {
  return openFolder(database, { onNotice, recovery });
}

interface Filling {
  readonly onNotice: (line: string) => void;
  readonly recovery?: Recovery;
}

async function openFolder(
  database: Extract<DatabaseConfig, { dataDir: string | undefined }>,
  filling: Filling,
): Promise<EmptyDatabase> {
  const dataDir = embeddedFolder(database, filling.onNotice);
  const place = join(dataDir, 'postgres');
  const release = claimDataDir(dataDir);
  try {
    if (existsSync(place)) {
      throw new BackupError(`There is a database in ${place} already. Put it aside first, or name another DATA_DIR.`);
    }
    return await openEmbedded({ dataDir, place, bin: database.bin, release }, filling);
  } catch (error) {
    release();
    throw error;
  }
}

async function openOwn(database: Extract<DatabaseConfig, { url: string }>): Promise<EmptyDatabase> {
  const addresses = addressesOf(database);
  await refuseUsedDatabase(addresses.owner);
  const none = () => Promise.resolve();
  return { addresses, name: placeOf(database.url), keep: none, discard: none };
}

async function openEmbedded(
  { dataDir, place, bin, release }: { dataDir: string; place: string; bin: string | undefined; release: () => void },
  { onNotice, recovery }: Filling,
): Promise<EmptyDatabase> {
  const aside = restoringFolder(dataDir);
  await stopOrphan(join(aside, 'postgres'), onNotice);
  rmSync(aside, { recursive: true, force: true });
  const start = async () => {
    if (!recovery) return startEmbedded({ dataDir: aside, bin, onNotice });
    embeddedFolder({ dataDir: aside }, onNotice);
    await recovery.prepare(join(aside, 'postgres'), unprivilegedAccount());
    const settings = recovery.settings(aside);
    return startEmbedded({ dataDir: aside, bin, onNotice, settings, startTimeoutMs: RECOVERY_TIMEOUT_MS });
  };
  const postgres = await start().catch((error: unknown) => {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  });
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
