import { readArchiveState } from '../../db/archive/state.ts';
import { needsBase, pruneArchive, takeBase } from '../../db/archive/takeBase.ts';
import type { DatabaseAddress } from '../../db/client.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import type { Logger } from '../platform/log.ts';
import type { Job } from './job.ts';
import { startPeriodicJob } from './periodicJob.ts';

const BASE_EVERY_MS = 24 * 3_600_000;
const BASE_CHECK_MS = 10 * 60_000;
const LAG_CHECK_MS = 30_000;
/** A full segment waits some seconds for its turn; minutes mean that the archive can't be written. */
export const MAX_ARCHIVE_LAG_MS = 5 * 60_000;

export interface Archive {
  /** The embedded database, as its owner. */
  readonly owner: DatabaseAddress;
  readonly dataDir: string;
  readonly archiveDir: string;
  /** How many base backups are kept. */
  readonly keep: number;
}

/** Takes a base backup a day, removes those beyond the number that is kept, and logs an error while the log can't be archived. */
export function startArchiving(services: Services, archive: Archive): Job[] {
  const { clock, log } = services;
  const bases = startPeriodicJob(services, {
    async run() {
      const isDue = readArchiveState(archive).baseAgeMs >= BASE_EVERY_MS;
      if (isDue || (await needsBase(archive.owner, archive.archiveDir)))
        await takeBase(archive.owner, { ...archive, keys: services.keyring });
      pruneArchive(archive.archiveDir, archive.keep);
    },
    nextAt: () => clock.now() + BASE_CHECK_MS,
    failure: 'no base backup could be taken; retrying in ten minutes',
    atStart: true,
  });
  const lag = startPeriodicJob(services, {
    run: () => Promise.resolve(reportLag(archive, log)),
    nextAt: () => clock.now() + LAG_CHECK_MS,
    failure: 'the state of the archive could not be read',
    atStart: true,
  });
  return [bases, lag];
}

/** Logs an error where the write-ahead log waits for too long. */
export function reportLag(archive: Pick<Archive, 'dataDir' | 'archiveDir'>, log: Logger): void {
  const { lagMs, freeBytes } = readArchiveState(archive);
  if (lagMs <= MAX_ARCHIVE_LAG_MS) return;
  log.error(
    { lagSeconds: Math.round(lagMs / 1000), freeBytes, archiveDir: archive.archiveDir },
    'the write-ahead log is not archived: it fills the disk of the data, and a restore lacks it',
  );
}
