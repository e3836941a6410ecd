import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DatabaseAddress } from '../client.ts';
import type { TableShape } from './contents.ts';
import { fileOf, MANIFEST, manifestText, type Manifest, type TableFile } from './manifest.ts';
import { HMAC_SUFFIX, hmacText, type ManifestKeys } from './manifestHmac.ts';
import { intoNewFolder, type NewFolder } from './newFolder.ts';
import { measuringStream, writeOwnFile } from './ownFiles.ts';
import { openSnapshot, type Snapshot, type TableReader } from './snapshot.ts';

/** Writing compressed text to the disk should not take longer than reading it from the database. */
const GZIP_LEVEL = 2;

export interface BackupOptions {
  /** Signs the manifest. Without them, or without a key, a restore can't verify it. */
  readonly keys?: ManifestKeys | undefined;
  /** Called after each table, and waited for. */
  readonly onTable?: (file: TableFile) => void | Promise<void>;
  /** Called once everything is on the disk, and waited for: there is no complete backup before it has resolved. */
  readonly onWritten?: (written: Omit<WrittenBackup, 'isSigned'>) => Promise<void>;
}

export interface WrittenBackup {
  readonly manifest: Manifest;
  /** Of the manifest's file, in hex. */
  readonly sha256: string;
  /** Whether the manifest has an HMAC. */
  readonly isSigned: boolean;
}

/**
 * Writes a complete copy of the database into `dir`, a new or empty folder, while the database is in use. The manifest
 * comes last, so that an interrupted backup isn't taken for one; after an error what was written is removed, after a kill by the
 * next backup into the same folder. Files and folders are readable by their owner only. Throws BackupError for a folder with
 * something else in it.
 */
export async function writeBackup(
  address: DatabaseAddress,
  dir: string,
  options: BackupOptions = {},
): Promise<WrittenBackup> {
  return intoNewFolder(dir, MANIFEST, async (folder) => {
    const snapshot = await openSnapshot(address);
    try {
      return await writeAll(snapshot, folder, options);
    } finally {
      await snapshot.close();
    }
  });
}

async function writeAll(
  snapshot: Snapshot,
  { aside, complete }: NewFolder,
  { keys, onTable, onWritten }: BackupOptions,
): Promise<WrittenBackup> {
  const tables: TableFile[] = [];
  for (const table of snapshot.contents.tables) {
    const file = await writeTable(snapshot, table, aside);
    tables.push(file);
    await onTable?.(file);
  }
  const manifest = { ...snapshot.contents, tables };
  const text = manifestText(manifest);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await onWritten?.({ manifest, sha256 });
  const signed = keys?.signManifest('backup', Buffer.from(text)) ?? null;
  const hmac = signed === null ? [] : [{ name: `${MANIFEST}${HMAC_SUFFIX}`, text: hmacText(signed) }];
  await complete([...hmac, { name: MANIFEST, text }]);
  return { manifest, sha256, isSigned: signed !== null };
}

export async function writeTable(snapshot: TableReader, table: TableShape, dir: string): Promise<TableFile> {
  const measured = measuringStream();
  await writeOwnFile(fileOf(dir, table), (file) =>
    pipeline(snapshot.read(table), createGzip({ level: GZIP_LEVEL }), measured.stream, file),
  );
  return { ...table, columns: [...table.columns], rows: await snapshot.rowCount(), ...measured.result() };
}
