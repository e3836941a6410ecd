import {
  archivedSegments,
  BASE_MANIFEST,
  type Base,
  gapAfter,
  readBaseFile,
  readBases,
  recoverySettings,
} from '../../db/archive/archive.ts';
import { unpackBase } from '../../db/archive/unpackBase.ts';
import { type Contents, readContents } from '../../db/backup/contents.ts';
import { refuseUnknownRelease } from '../../db/backup/loadContents.ts';
import { BackupError } from '../../db/backup/manifest.ts';
import { requireVerified, unverifiedReason } from '../../db/backup/manifestHmac.ts';
import { type DatabaseAddress, withConnection } from '../../db/client.ts';
import { closeDatabase, openDatabaseAgain } from '../../db/closedMark.ts';
import type { Account } from '../../db/embedded/account.ts';
import { limitsFor } from '../../db/limits.ts';
import { migrate } from '../../db/migrate.ts';
import { appRoleOf } from '../../db/roles.ts';
import type { Config } from '../config/config.ts';
import { type EmptyDatabase, openRecovered } from './emptyDatabase.ts';
import { keySourcesOf, type RestoreOptions, resume } from './restoreBackup.ts';
import { lostKeyIds, manifestKeys } from './seedKeys.ts';

/**
 * Restores the embedded database from its archive, as it was at an instant by the machine's clock, or (null) at the archive's
 * end, into an empty DATA_DIR. Afterwards the same is done as after the restore of a backup. Returns whether the books are in
 * order. Throws BackupError and SeedKeyError; then the place is as it was.
 */
export async function restoreToMoment(
  config: Config,
  archiveDir: string,
  at: Date | null,
  options: RestoreOptions,
): Promise<boolean> {
  const { newKey = false, print } = options;
  if ('url' in config.database) {
    throw new BackupError('An archive is of the embedded database: unset DATABASE_URL, then move what was restored.');
  }
  const { base, isVerified } = verifiedBase(config, baseFor(archiveDir, at), options);
  print(
    `Unpacking the base backup of ${base.finishedAt} and recovering to ${at?.toISOString() ?? "the archive's end"} ...`,
  );
  const recovery = {
    prepare: (cluster: string, account: Account | undefined) => unpackBase(base, cluster, account),
    settings: (dataDir: string) => recoverySettings(dataDir, archiveDir, at),
  };
  const place = await openRecovered(config.database, recovery, print).catch(explain);
  try {
    const found = await readRestored(place.addresses.owner);
    refuseUnknownRelease(found);
    const lost = lostKeyIds(found.keyIds, { given: config.seedKeys, dataDir: place.dataDir }, newKey);
    await migrate(place.addresses.owner, { appRole: appRoleOf(place.addresses), evenClosed: true });
    const isInOrder = await resume(config, place, { moment: found.moment, lost, isVerified }, options);
    await openDatabaseAgain(place.addresses.owner);
    await place.keep();
    for (const line of restored(found, place)) print(line);
    return isInOrder;
  } catch (error) {
    await place.discard().catch(() => {});
    throw error;
  }
}

/** The newest base backup that was complete at the moment, and has the log that follows it. */
function baseFor(archiveDir: string, at: Date | null): Base {
  const bases = readBases(archiveDir);
  if (bases.length === 0) throw new BackupError(`There is no base backup in ${archiveDir}.`);
  const base = bases.findLast(({ finishedAt }) => at === null || Date.parse(finishedAt) <= at.getTime());
  if (!base) throw new BackupError(`The archive begins at ${bases[0]?.finishedAt}: name a later moment.`);
  const gap = gapAfter(base.firstSegment, archivedSegments(archiveDir));
  if (gap !== undefined) throw new BackupError(`The archive is not complete: ${gap} is missing after the base backup.`);
  return base;
}

/** As its manifest says that was verified. */
function verifiedBase(
  config: Config,
  { dir }: Base,
  { unverified = false, print }: RestoreOptions,
): { base: Base; isVerified: boolean } {
  const { base, bytes } = readBaseFile(dir);
  const keys = manifestKeys(keySourcesOf(config, print));
  const reason = unverifiedReason({ dir, name: BASE_MANIFEST, kind: 'base backup', bytes }, keys);
  const isVerified = requireVerified(reason, `The base backup in ${dir}`, { allowed: unverified, print });
  return { base, isVerified };
}

function explain(error: unknown): never {
  if (/recovery ended before configured recovery target was reached/.test(String(error))) {
    throw new BackupError('The archive ends before that moment. Name an earlier one, or --at latest for all there is.');
  }
  throw error;
}

/** What the recovered database holds; its moment is that of the last transaction in it. */
async function readRestored(owner: DatabaseAddress): Promise<Contents> {
  return withConnection(owner, limitsFor('command'), async (client) => {
    const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last');
    const contents = await readContents(client, rows[0]?.last ?? new Date());
    await closeDatabase(client);
    return contents;
  });
}

function restored({ moment, auditHead }: Contents, { name }: EmptyDatabase): string[] {
  return [
    `Restored into ${name}, as it was after its last transaction, at ${moment}.`,
    `The audit log ended at ${auditHead.id}:${auditHead.hash}. If a later head was mailed or logged, rows are missing from there on.`,
    `Missing is what happened after ${moment}. Compare payments with the bank before approving any.`,
  ];
}
