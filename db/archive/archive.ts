import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { BackupError } from '../backup/manifest.ts';
import { type Account, canTraverse } from '../embedded/account.ts';

const SCRIPT = fileURLToPath(new URL('./wal.mjs', import.meta.url));
/** A segment that isn't full is archived after so many seconds with writes: what a lost machine takes with it. */
const ARCHIVE_TIMEOUT_S = 60;
export const BASE_MANIFEST = 'base.json';
/** Timeline and position, in hex. */
const SEGMENT = /^[0-9A-F]{24}$/;

/** The archive can't be used. The message is for the operator. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';

  constructor(why: string) {
    super(`ARCHIVE_DIR: ${why}`);
  }
}

const manifest = z.object({
  format: z.literal(1),
  /** The database cluster that it is of. */
  systemId: z.string().regex(/^\d{1,20}$/),
  /** From when to when the files were copied, by the machine's clock. It restores moments after the second. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The first segment that a recovery from it reads. */
  firstSegment: z.string().regex(SEGMENT),
  folders: z.array(z.string()),
  files: z.array(
    z.object({ path: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});
export type BaseManifest = z.infer<typeof manifest>;

/** A complete copy of the data folder, from which the archived write-ahead log goes on. */
export interface Base extends BaseManifest {
  readonly dir: string;
}

/** Folders of an archive. */
export function archiveFolders(archiveDir: string): { wal: string; bases: string } {
  const dir = resolve(archiveDir);
  return { wal: join(dir, 'wal'), bases: join(dir, 'base') };
}

/**
 * Creates the folders of the archive of `cluster`, which only the database's account may enter. Throws ArchiveError, also where
 * it is another database's.
 */
export function readyArchive(archiveDir: string, cluster: string, account: Account | undefined): void {
  const { wal, bases } = archiveFolders(archiveDir);
  try {
    for (const folder of [wal, bases]) {
      mkdirSync(folder, { recursive: true, mode: 0o711 });
      chmodSync(folder, 0o700);
      if (account) chownSync(folder, account.uid, account.gid);
    }
  } catch (error) {
    throw new ArchiveError(`nothing can be written in ${dirname(wal)}: ${(error as Error).message}`);
  }
  for (const path of [wal, process.execPath]) {
    if (account && !canTraverse(dirname(path), account)) {
      throw new ArchiveError(`the database runs as "${account.name}", who can't enter ${dirname(path)}.`);
    }
  }
  claimArchive(join(dirname(wal), 'system-id'), systemIdOf(cluster));
}

function claimArchive(file: string, systemId: string): void {
  if (!existsSync(file)) writeFileSync(file, `${systemId}\n`, { mode: 0o600 });
  if (readFileSync(file, 'utf8').trim() === systemId) return;
  throw new ArchiveError(`${dirname(file)} is the archive of another database. Name a new folder for this one.`);
}

/** The first field of PostgreSQL's control file. */
function systemIdOf(cluster: string): string {
  return String(readFileSync(join(cluster, 'global', 'pg_control')).readBigUInt64LE(0));
}

/** Settings of a database server that archives into `archiveDir`; `dataDir` gets the program that does it. */
export function archiveSettings(dataDir: string, archiveDir: string): string[] {
  return [
    'archive_mode=on',
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
    `archive_command=${walCommand(dataDir, archiveDir, 'archive "%p" "%f"')}`,
  ];
}

/** Settings of one that recovers from it, to an instant or (null) to the end of the archive, and then goes on by itself. */
export function recoverySettings(dataDir: string, archiveDir: string, at: Date | null): string[] {
  return [
    'archive_mode=off',
    // Nothing reads what isn't restored yet.
    'hot_standby=off',
    `restore_command=${walCommand(dataDir, archiveDir, 'restore "%f" "%p"')}`,
    'recovery_target_action=promote',
    // Names of zones, such as Z, aren't read yet when this is.
    ...(at === null ? [] : [`recovery_target_time=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`]),
  ];
}

function walCommand(dataDir: string, archiveDir: string, call: string): string {
  const script = join(dataDir, 'wal.mjs');
  writeFileSync(script, readFileSync(SCRIPT), { mode: 0o644 });
  chmodSync(script, 0o644);
  const quoted = [process.execPath, script].map((path) => shellWord(path)).join(' ');
  const [action = '', ...names] = call.split(' ');
  return `${quoted} ${action} ${shellWord(archiveFolders(archiveDir).wal)} ${names.join(' ')}`;
}

/** As one word of the shell that runs the command; a percent sign would be one of PostgreSQL's. */
function shellWord(path: string): string {
  if (/["$`\\%\n]/.test(path) && process.platform !== 'win32') {
    throw new ArchiveError(`${path} has a character in it that a shell reads as something else.`);
  }
  return `"${path}"`;
}

/** All complete base backups, the oldest first. */
export function readBases(archiveDir: string): Base[] {
  const { bases } = archiveFolders(archiveDir);
  if (!existsSync(bases)) return [];
  return readdirSync(bases)
    .filter((name) => existsSync(join(bases, name, BASE_MANIFEST)))
    .toSorted()
    .map((name) => readBaseFile(join(bases, name)).base);
}

/** The base backup in `dir`, and the bytes of its manifest. Throws BackupError. */
export function readBaseFile(dir: string): { base: Base; bytes: Buffer } {
  const path = join(dir, BASE_MANIFEST);
  let bytes: Buffer = Buffer.alloc(0);
  let content: unknown;
  try {
    bytes = readFileSync(path);
    content = JSON.parse(bytes.toString('utf8'));
  } catch {
    content = undefined;
  }
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw new BackupError(`${path} is damaged: ${z.prettifyError(parsed.error)}`);
  return { base: { ...parsed.data, dir }, bytes };
}

/** Names of the archived segments, in order. */
export function archivedSegments(archiveDir: string): string[] {
  const { wal } = archiveFolders(archiveDir);
  if (!existsSync(wal)) return [];
  return readdirSync(wal)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => name.slice(0, -'.gz'.length))
    .filter((name) => SEGMENT.test(name))
    .toSorted();
}

/** The first segment that is missing after `first` on its timeline; undefined where none is. */
export function gapAfter(first: string, segments: readonly string[]): string | undefined {
  const timeline = first.slice(0, 8);
  const there = segments.filter((name) => name >= first && name.startsWith(timeline));
  let expected = first;
  for (const name of there) {
    if (name !== expected) return expected;
    expected = nextSegment(expected);
  }
  return there.length === 0 ? first : undefined;
}

/** Segments have 16 MB, 256 of them a number of the middle part. */
function nextSegment(name: string): string {
  const place = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n;
  const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');
  return `${name.slice(0, 8)}${hex(place / 256n)}${hex(place % 256n)}`;
}

/** Since when the write-ahead log waits to be archived, in milliseconds since the epoch; null: none waits. */
export function archivingSince(dataDir: string): number | null {
  const status = join(dataDir, 'postgres', 'pg_wal', 'archive_status');
  const waiting = readdirSync(status)
    .filter((name) => name.endsWith('.ready'))
    .map((name) => statSync(join(status, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
  const oldest = Math.min(...waiting);
  return Number.isFinite(oldest) ? oldest : null;
}
