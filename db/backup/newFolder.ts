import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { claimFolder, DataFolderInUseError } from '../embedded/ownerLock.ts';
import { BackupError } from './manifest.ts';
import { HMAC_SUFFIX } from './manifestHmac.ts';
import { syncFolder, writeOwnFile } from './ownFiles.ts';

/** Within the folder: what is being written, until it is whole. After a kill the next command clears it. */
const UNFINISHED = 'unfinished';
const TABLES = 'tables';
const LOCK = /^server\.lock(\.|$)/;

/** What `fill` has completed is there, and may be all there is: it is kept. */
export class KeptFilesError extends BackupError {}

/** A file of text that belongs to the tables' files. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** A folder that is being filled. */
export interface NewFolder {
  /** Where `tables` is, until all is complete. */
  readonly aside: string;
  /** Writes these files, the manifest last, and puts everything into its place, durably. Call it once. */
  complete(files: readonly TextFile[]): Promise<void>;
}

/**
 * Lets `fill` write into `dir`, a new or empty folder, or one in which a command with the same `manifest` was killed, whose rest
 * is removed first. Everything is written into a folder of its own within, and renamed at the end, the manifest last. When
 * `fill` fails, other than with KeptFilesError, what it has written is removed. Throws BackupError for a folder with something else in it, and for one that
 * another command is filling.
 */
export async function intoNewFolder<T>(
  dir: string,
  manifest: string,
  fill: (folder: NewFolder) => Promise<T>,
): Promise<T> {
  const made = mkdirSync(dir, { recursive: true, mode: 0o700 });
  refuseUsed(dir, manifest);
  const aside = join(dir, UNFINISHED);
  const release = claim(dir, aside);
  const removeOwn = () => {
    for (const path of [dir, aside]) removeFiles(path, manifest);
  };
  try {
    removeOwn();
    chmodSync(dir, 0o700);
    mkdirSync(join(aside, TABLES), { mode: 0o700 });
    return await fill({ aside, complete: (files) => complete(dir, aside, files) });
  } catch (error) {
    if (!(error instanceof KeptFilesError)) removeOwn();
    throw error;
  } finally {
    release();
    rmSync(aside, { recursive: true, force: true });
    if (made !== undefined && readdirSync(dir).length === 0) rmdirSync(dir);
  }
}

/** Only what a killed command leaves is no reason: nothing else may be lost. */
function refuseUsed(dir: string, manifest: string): void {
  const names = readdirSync(dir);
  const rest = [UNFINISHED, TABLES, `${manifest}${HMAC_SUFFIX}`];
  const isRest = names.includes(UNFINISHED) && names.every((name) => rest.includes(name));
  if (names.length === 0 || (isRest && isUnfinished(join(dir, UNFINISHED), manifest))) return;
  throw new BackupError(`${dir} is not empty: name a new folder.`);
}

function isUnfinished(aside: string, manifest: string): boolean {
  const own = [TABLES, manifest, `${manifest}${HMAC_SUFFIX}`];
  return lstatSync(aside).isDirectory() && readdirSync(aside).every((name) => own.includes(name) || LOCK.test(name));
}

function claim(dir: string, aside: string): () => void {
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  try {
    return claimFolder(aside);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new BackupError(`Another command is writing into ${dir}: wait for it, or name another folder.`);
  }
}

function removeFiles(folder: string, manifest: string): void {
  for (const name of [manifest, `${manifest}${HMAC_SUFFIX}`, TABLES]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

async function complete(dir: string, aside: string, files: readonly TextFile[]): Promise<void> {
  for (const { name, text } of files) await writeOwnFile(join(aside, name), (file) => pipeline([text], file));
  await syncFolder(join(aside, TABLES));
  await syncFolder(aside);
  for (const name of [TABLES, ...files.map((file) => file.name)]) {
    renameSync(join(aside, name), join(dir, name));
    await syncFolder(dir);
  }
  await syncFolder(dirname(resolve(dir)));
}
