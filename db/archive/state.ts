import { existsSync, statfsSync } from 'node:fs';
import { archivingSince, readBases } from './archive.ts';

/** Ages are by the machine's clock, as the files' times are. */
export interface ArchiveState {
  readonly lagMs: number;
  readonly lastBaseAt: Date | null;
  /** Infinity: there is none. */
  readonly baseAgeMs: number;
  readonly freeBytes: number;
}

export function readArchiveState({ dataDir, archiveDir }: { dataDir: string; archiveDir: string }): ArchiveState {
  const since = archivingSince(dataDir);
  const newest = readBases(archiveDir).at(-1);
  // An archive that is not mounted is an empty folder, or none: its log waits, which is the lag.
  const { bavail, bsize } = existsSync(archiveDir) ? statfsSync(archiveDir) : { bavail: 0, bsize: 0 };
  return {
    lagMs: since === null ? 0 : Math.max(0, Date.now() - since),
    baseAgeMs: newest ? Date.now() - Date.parse(newest.finishedAt) : Infinity,
    lastBaseAt: newest ? new Date(newest.finishedAt) : null,
    freeBytes: bavail * bsize,
  };
}
