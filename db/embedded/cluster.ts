import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';
import { executable } from './binaries.ts';

/** Superuser of the embedded database. Only accounts that can enter its folder can connect. */
export const EMBEDDED_USER = 'rangoli';
const MAJOR_VERSION = '18';

/**
 * Creates the cluster at `folder` unless it exists. Created under another name and then renamed, so that an interrupted
 * start leaves no cluster that looks complete. `password`, where given, protects a loopback port (on Windows, where no
 * Unix socket is used).
 */
export function ensureCluster(
  folder: string,
  binaries: string,
  account: Account | undefined,
  { durable, password }: { durable: boolean; password?: string | undefined },
): void {
  if (existsSync(folder)) {
    refuseOtherVersion(folder);
    return;
  }
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  if (account) chownSync(aside, account.uid, account.gid);
  runInitdb(aside, binaries, account, durable, password);
  renameSync(aside, folder);
}

function runInitdb(
  folder: string,
  binaries: string,
  account: Account | undefined,
  durable: boolean,
  password: string | undefined,
): void {
  const passwordFile = join(dirname(folder), 'password.new');
  if (password) writeFileSync(passwordFile, password, { mode: 0o600 });
  const { status, error, stdout, stderr } = spawnSync(
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
    { encoding: 'utf8', env: postgresEnvironment(), ...(account && { uid: account.uid, gid: account.gid }), cwd: '/' },
  );
  if (password) rmSync(passwordFile);
  if (status !== 0) {
    throw new Error(`Making the database in ${folder} failed.\n${stdout}${stderr}`, { cause: error });
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

/** Environment of PostgreSQL's programs: without the caller's PGDATA, PGPORT and locale. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot && { SystemRoot }) };
}
