import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { HMAC_SUFFIX, hmacText, type ManifestKeys } from '../backup/manifestHmac.ts';
import { measuringStream, syncFolder, writeOwnFile } from '../backup/ownFiles.ts';
import { type DatabaseAddress, openConnection, withConnection } from '../client.ts';
import { limitsFor } from '../limits.ts';
import {
  archivedSegments,
  archiveFolders,
  BASE_MANIFEST,
  type Base,
  type BaseManifest,
  gapAfter,
  readBases,
} from './archive.ts';

/** Folders whose content PostgreSQL makes anew at its start, or restores from the archive. */
const EMPTIED = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
/** Settings made by ALTER SYSTEM could run programs where a base backup is restored; the server has its own. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map|postgresql\.auto\.conf|.*\.tmp)$/;

export interface TakeBaseOptions {
  /** The embedded database's folder. */
  readonly dataDir: string;
  readonly archiveDir: string;
  /** Signs the manifest. Without them, or without a key, a restore can't verify it. */
  readonly keys?: ManifestKeys | undefined;
  /** Called after each file, and waited for. */
  readonly onFile?: (path: string) => void | Promise<void>;
}

/**
 * Copies the data folder of a running database into its archive. Files change meanwhile: together with the write-ahead log from
 * the beginning to the end of the copy they are one state. Resolves once that log is archived too. The manifest comes last, and
 * the folder gets its name then, so that an interrupted copy isn't taken for one. As a superuser.
 */
export async function takeBase(owner: DatabaseAddress, options: TakeBaseOptions): Promise<Base> {
  const { bases } = archiveFolders(options.archiveDir);
  removeParts(bases);
  const client = await openConnection(owner, limitsFor('command'));
  const part = join(bases, `.part.${process.pid}`);
  try {
    const begun = await begin(client);
    mkdirSync(part, { mode: 0o700 });
    const { folders, files } = await copyFolder(join(options.dataDir, 'postgres'), part, options.onFile);
    const { label, finishedAt } = await finish(client);
    files.push(await copyText(label, part, 'backup_label'));
    const manifest: BaseManifest = { format: 1, ...begun, finishedAt, folders, files };
    writeManifest(part, manifest, options.keys);
    await syncWithParent(part);
    const dir = join(bases, finishedAt.replaceAll(/[:.]/g, '-'));
    renameSync(part, dir);
    await syncWithParent(bases);
    return { ...manifest, dir };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    // Ends a backup that wasn't finished.
    await client.end().catch(() => {});
  }
}

function writeManifest(dir: string, manifest: BaseManifest, keys: ManifestKeys | undefined): void {
  const text = JSON.stringify(manifest);
  const signed = keys?.signManifest('base backup', Buffer.from(text));
  const write = (name: string, content: string) =>
    writeFileSync(join(dir, name), content, { mode: 0o600, flush: true });
  if (signed) write(`${BASE_MANIFEST}${HMAC_SUFFIX}`, hmacText(signed));
  write(BASE_MANIFEST, text);
}

/** Removes base backups but the newest `keep`, and the segments that none of those needs. */
export function pruneArchive(archiveDir: string, keep: number): void {
  const kept = readBases(archiveDir).slice(-keep);
  const { bases, wal } = archiveFolders(archiveDir);
  for (const { dir } of readBases(archiveDir).slice(0, -keep)) rmSync(dir, { recursive: true, force: true });
  removeParts(bases);
  const needed = kept.map(({ firstSegment }) => firstSegment.slice(8)).toSorted()[0];
  if (needed === undefined) return;
  for (const name of archivedSegments(archiveDir)) {
    if (name.slice(8) < needed) rmSync(join(wal, `${name}.gz`), { force: true });
  }
}

/** What interrupted copies have left. */
function removeParts(bases: string): void {
  for (const name of readdirSync(bases).filter((entry) => entry.startsWith('.part.'))) {
    rmSync(join(bases, name), { recursive: true, force: true });
  }
}

async function begin(client: pg.Client): Promise<Pick<BaseManifest, 'systemId' | 'startedAt' | 'firstSegment'>> {
  const { rows } = await client.query<{ lsn: string }>(`select pg_backup_start('rangoli', fast => true)::text as lsn`);
  const { rows: facts } = await client.query<{ systemId: string; startedAt: Date; name: string }>(
    `select (select system_identifier::text from pg_control_system()) as "systemId",
            clock_timestamp() as "startedAt", pg_walfile_name($1::pg_lsn) as name`,
    [rows[0]?.lsn],
  );
  const [fact] = facts;
  if (!fact) throw new Error('the database gave no position');
  return { systemId: fact.systemId, startedAt: fact.startedAt.toISOString(), firstSegment: fact.name };
}

/** Whether the newest base backup does not lead to the database's present state: none, another timeline, or a gap. */
export async function needsBase(owner: DatabaseAddress, archiveDir: string): Promise<boolean> {
  const newest = readBases(archiveDir).at(-1);
  if (!newest || gapAfter(newest.firstSegment, archivedSegments(archiveDir)) !== undefined) return true;
  return withConnection(owner, limitsFor('command'), async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
    return rows[0]?.name.slice(0, 8) !== newest.firstSegment.slice(0, 8);
  });
}

/** Waits until the log of the copy's time is archived. */
async function finish(client: pg.Client): Promise<{ label: string; finishedAt: string }> {
  const { rows } = await client.query<{ label: string; finishedAt: Date }>(
    `select labelfile as label, clock_timestamp() as "finishedAt" from pg_backup_stop(wait_for_archive => true)`,
  );
  const [stopped] = rows;
  if (!stopped) throw new Error('the database gave no label');
  return { label: stopped.label, finishedAt: stopped.finishedAt.toISOString() };
}

type Files = BaseManifest['files'];

async function copyFolder(
  from: string,
  to: string,
  onFile: TakeBaseOptions['onFile'],
): Promise<{ folders: string[]; files: Files }> {
  const folders: string[] = [];
  const files: Files = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = readdirSync(join(from, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        mkdirSync(join(to, path), { mode: 0o700 });
        if (!EMPTIED.includes(path)) await walk(path);
      } else if (entry.isFile()) {
        const file = await copyFile(join(from, path), to, path);
        if (file) files.push(file);
        await onFile?.(path);
      }
    }
  };
  await walk('');
  return { folders: [...folders, 'pg_wal/archive_status'], files };
}

/** Undefined where the file has gone since: its table was dropped. */
async function copyFile(from: string, to: string, path: string): Promise<Files[number] | undefined> {
  try {
    return await write(createReadStream(from), to, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    rmSync(join(to, `${path}.gz`), { force: true });
    return undefined;
  }
}

function copyText(text: string, to: string, path: string): Promise<Files[number]> {
  return write([text], to, path);
}

async function write(source: NodeJS.ReadableStream | string[], to: string, path: string): Promise<Files[number]> {
  const measured = measuringStream();
  await writeOwnFile(join(to, `${path}.gz`), (file) =>
    pipeline(source, measured.stream, createGzip({ level: 1 }), file),
  );
  return { path, ...measured.result() };
}

async function syncWithParent(path: string): Promise<void> {
  await syncFolder(path);
  await syncFolder(dirname(path));
}
