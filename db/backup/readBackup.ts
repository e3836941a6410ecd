import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import type { TableShape } from './contents.ts';
import { BackupError, fileOf, type Manifest, type TableFile } from './manifest.ts';

/** Reads every file of the backup once, and throws BackupError where one is missing, cut or changed. */
export async function verifyBackup(dir: string, { tables }: Manifest): Promise<void> {
  await verifyFiles(dir, tables);
}

/** The same for some tables' files. */
export async function verifyFiles(dir: string, tables: readonly TableFile[]): Promise<void> {
  for (const table of tables) await verifyFile(fileOf(dir, table), table);
}

async function verifyFile(path: string, { bytes, sha256 }: TableFile): Promise<void> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new BackupError(`The backup is not complete: ${path} is missing.`);
  if (size !== bytes) {
    throw new BackupError(`The backup is damaged: ${path} has ${size} bytes, and had ${bytes} when it was written.`);
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') !== sha256) {
    throw new BackupError(`The backup is damaged: ${path} has another content than when it was written.`);
  }
}

/** The rows of a table in PostgreSQL's text format. */
export function readTableFile(dir: string, table: TableShape): Readable {
  const file = createReadStream(fileOf(dir, table));
  const rows = createGunzip();
  file.on('error', (error) => rows.destroy(error));
  return file.pipe(rows);
}
