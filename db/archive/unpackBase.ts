import { chownSync, createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from '../backup/manifest.ts';
import { measuringStream, writeOwnFile } from '../backup/ownFiles.ts';
import type { Account } from '../embedded/account.ts';
import type { Base } from './archive.ts';

/** Settings that could run programs, which earlier releases copied, and files by which PostgreSQL starts in another mode. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['postgresql.auto.conf', 'standby.signal', 'recovery.signal']);

/**
 * Puts the files of a base backup into `cluster`, a new folder, as a data folder whose next start recovers from the archive.
 * Throws BackupError where a file is missing or changed; then the folder is removed.
 */
export async function unpackBase(base: Base, cluster: string, account: Account | undefined): Promise<void> {
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  try {
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    own(cluster);
    for (const folder of base.folders) {
      mkdirSync(placeIn(cluster, folder), { mode: 0o700 });
      own(placeIn(cluster, folder));
    }
    for (const file of base.files.filter(({ path }) => !NOT_TAKEN.has(path))) {
      const place = placeIn(cluster, file.path);
      await unpackFile(base, file, place);
      own(place);
    }
    writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
    own(join(cluster, 'recovery.signal'));
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true });
    throw error;
  }
}

/** Compares whole segments of the path: a manifest that was tampered with names no file elsewhere. */
export function placeIn(cluster: string, path: string): string {
  const segments = path.split(/[\\/]/);
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes(':'))) {
    throw new BackupError(`The base backup names a file outside of it: ${path}.`);
  }
  return join(cluster, ...segments);
}

async function unpackFile({ dir }: Base, { path, bytes, sha256 }: Base['files'][number], place: string): Promise<void> {
  const measured = measuringStream();
  const from = join(dir, `${path}.gz`);
  await writeOwnFile(place, (file) => pipeline(createReadStream(from), createGunzip(), measured.stream, file)).catch(
    (error: unknown) => {
      throw new BackupError(`The base backup is damaged: ${from} can't be read: ${(error as Error).message}.`);
    },
  );
  const written = measured.result();
  if (written.bytes !== bytes || written.sha256 !== sha256) {
    throw new BackupError(`The base backup is damaged: ${from} has another content than when it was written.`);
  }
}
