import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { executable } from './binaries.ts';

/** Superuser of the embedded database. Only accounts that can enter its folder can connect. */
export const EMBEDDED_USER = 'rangoli';
const MAJOR_VERSION = '18';
/** Creating a cluster takes a second or two. */
const INITDB_TIMEOUT_MS = 300_000;

/**
 * Creates the cluster at `folder` unless it exists. Created under another name and then renamed, so that an interrupted
 * start leaves no cluster that looks complete. `password`, where given, protects a loopback port (on Windows, where no
 * Unix socket is used). `onCreate` is called before a cluster is created.
 */
export async function ensureCluster(
  folder: string,
  binaries: string,
  account: Account | undefined,
  { durable, password, onCreate }: { durable: boolean; password?: string | undefined; onCreate: () => void },
): Promise<void> {
  if (existsSync(folder)) {
    refuseOtherVersion(folder);
    return;
  }
  onCreate();
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  if (account) chownSync(aside, account.uid, account.gid);
  await runInitdb(aside, binaries, account, durable, password);
  renameSync(aside, folder);
}

async function runInitdb(
  folder: string,
  binaries: string,
  account: Account | undefined,
  durable: boolean,
  password: string | undefined,
): Promise<void> {
  const passwordFile = join(dirname(folder), 'password.new');
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 });
  const run = promisify(execFile)(
    join(binaries, 'bin', executable('initdb')),
    [
      `--pgdata=${folder}`,
      `--username=${EMBEDDED_USER}`,
      // Sorts and compares by code point everywhere, whatever the machine's locale and libraries.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
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

function refuseOtherVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${folder} was made by PostgreSQL ${version}; this server brings ${MAJOR_VERSION}. Move the data over with ` +
        'pg_dump, or run that PostgreSQL yourself and set DATABASE_URL.',
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
