import { chmodSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DatabaseAddress } from '../client.ts';
import type { TableShape } from './contents.ts';
import { BackupError, fileOf, MANIFEST, manifestText, type Manifest, type TableFile } from './manifest.ts';
import { measuringStream, syncFolder, writeOwnFile } from './ownFiles.ts';
import { openSnapshot, type Snapshot, type TableReader } from './snapshot.ts';

/** Writing compressed text to the disk should not take longer than reading it from the database. */
const GZIP_LEVEL = 2;

/**
 * Writes a complete copy of the database into `dir`, a new or empty folder, while the database is in use. The manifest
 * comes last, so that an interrupted backup isn't taken for one; after an error what was written is removed. Files and
 * folders are readable by their owner only. Throws BackupError for a folder with something in it.
 * `onTable` is called after each table, and waited for.
 */
export async function writeBackup(
  address: DatabaseAddress,
  dir: string,
  onTable: (file: TableFile) => void | Promise<void> = () => {},
): Promise<Manifest> {
  return intoNewFolder(dir, MANIFEST, async () => {
    const snapshot = await openSnapshot(address);
    try {
      return await writeAll(snapshot, dir, onTable);
    } finally {
      await snapshot.close();
    }
  });
}

/** Lets `write` fill a new or empty folder; when it fails, what it has written is removed. `last` is the file that ends it. */
export async function intoNewFolder<T>(dir: string, last: string, write: () => Promise<T>): Promise<T> {
  const isNew = makeEmptyFolder(dir);
  try {
    return await write();
  } catch (error) {
    rmSync(join(dir, 'tables'), { recursive: true, force: true });
    for (const name of [last, `${last}.part`]) rmSync(join(dir, name), { force: true });
    if (isNew) rmdirSync(dir);
    throw error;
  }
}

async function writeAll(
  snapshot: Snapshot,
  dir: string,
  onTable: (file: TableFile) => void | Promise<void>,
): Promise<Manifest> {
  const files: TableFile[] = [];
  for (const table of snapshot.contents.tables) {
    const file = await writeTable(snapshot, table, dir);
    files.push(file);
    await onTable(file);
  }
  const manifest = { ...snapshot.contents, tables: files };
  await writeLast(dir, MANIFEST, manifestText(manifest));
  return manifest;
}

/** Writes the file that makes the others complete, once they are on the disk. */
export async function writeLast(dir: string, name: string, text: string): Promise<void> {
  await syncFolder(join(dir, 'tables'));
  const part = join(dir, `${name}.part`);
  await writeOwnFile(part, (file) => pipeline([text], file));
  renameSync(part, join(dir, name));
  await syncFolder(dir);
  await syncFolder(dirname(resolve(dir)));
}

export async function writeTable(snapshot: TableReader, table: TableShape, dir: string): Promise<TableFile> {
  const measured = measuringStream();
  await writeOwnFile(fileOf(dir, table), (file) =>
    pipeline(snapshot.read(table), createGzip({ level: GZIP_LEVEL }), measured.stream, file),
  );
  return { ...table, columns: [...table.columns], rows: await snapshot.rowCount(), ...measured.result() };
}

/** Returns whether the folder is new. */
function makeEmptyFolder(dir: string): boolean {
  const made = mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (readdirSync(dir).length > 0) {
    throw new BackupError(`${dir} is not empty: name a new folder for each backup.`);
  }
  chmodSync(dir, 0o700);
  mkdirSync(join(dir, 'tables'), { mode: 0o700 });
  return made !== undefined;
}
