import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { executable, type PostgresPrograms } from './binaries.ts';

/** Superuser of the embedded database. Only accounts that can enter its folder can connect. */
export const EMBEDDED_USER = 'rangoli';
/** The first major version with a locale provider of its own, which no library of the machine changes. */
const BUILTIN_LOCALES_SINCE = 17;
/** Creating a cluster takes a second or two. */
const INITDB_TIMEOUT_MS = 300_000;

/** The cluster was made by another major version of PostgreSQL. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError';
}

/**
 * Creates the cluster at `folder` unless it exists. Created under another name and then renamed, so that an interrupted
 * start leaves no cluster that looks complete. `password`, where given, protects a loopback port (on Windows, where no
 * Unix socket is used). `onCreate` is called before a cluster is created.
 * Throws OtherVersionError.
 */
export async function ensureCluster(
  folder: string,
  programs: PostgresPrograms,
  account: Account | undefined,
  { durable, password, onCreate }: { durable: boolean; password?: string | undefined; onCreate: () => void },
): Promise<void> {
  if (existsSync(folder)) {
    refuseOtherVersion(folder, programs);
    return;
  }
  onCreate();
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  if (account) chownSync(aside, account.uid, account.gid);
  await runInitdb(aside, programs, account, durable, password);
  renameSync(aside, folder);
}

async function runInitdb(
  folder: string,
  programs: PostgresPrograms,
  account: Account | undefined,
  durable: boolean,
  password: string | undefined,
): Promise<void> {
  const passwordFile = join(dirname(folder), 'password.new');
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 });
  const run = promisify(execFile)(
    join(programs.bin, executable('initdb')),
    [
      `--pgdata=${folder}`,
      `--username=${EMBEDDED_USER}`,
      '--encoding=UTF8',
      ...localeOptions(programs),
      ...(password
        ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
        : ['--auth-local=trust', '--auth-host=reject']),
      ...(durable ? [] : ['--no-sync']),
      '--no-instructions',
    ],
    {
      env: postgresEnvironment(),
      timeout: INITDB_TIMEOUT_MS,
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: '/',
    },
  );
  try {
    await run;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`Making the database in ${folder} failed.\n${stdout}${stderr}`, { cause: error });
  } finally {
    if (password) rmSync(passwordFile);
  }
}

/** Sorts and compares by code point everywhere, whatever the machine's locale and libraries; letters of every script have case. */
function localeOptions({ major }: PostgresPrograms): string[] {
  if (major >= BUILTIN_LOCALES_SINCE) {
    return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  }
  return ['--locale=C', ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : [])];
}

function refuseOtherVersion(folder: string, { major, bin }: PostgresPrograms): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(major)) {
    throw new OtherVersionError(
      `${folder} was made by PostgreSQL ${version}, and the programs in ${bin} are of PostgreSQL ${major}. Set POSTGRES_BIN to ` +
        `the programs of PostgreSQL ${version} (unset: those that the server brings), or take the data over: npm run backup with the ` +
        'old programs, then npm run restore into another DATA_DIR with the new ones.',
    );
  }
}

/**
 * glibc asks for huge pages for what a PostgreSQL process allocates (2.35 and newer, where the kernel offers them on request;
 * no effect elsewhere). A page fault costs a virtual machine up to 20 µs, and a new connection has over 1,000 of them.
 */
export const HUGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/** Environment of PostgreSQL's programs: without the caller's PGDATA, PGPORT and locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...HUGE_PAGES, ...(SystemRoot && { SystemRoot }) };
}
