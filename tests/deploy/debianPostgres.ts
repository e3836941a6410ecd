import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unprivilegedAccount } from '../../db/embedded/account.ts';
import type { ServerAddress } from '../support/postgres.ts';
import { ensureProgram, freePort } from './programs.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** A cluster of Debian's PostgreSQL 15, as an operator's own. */
export interface DebianPostgres {
  /** Its superuser, on the socket. */
  readonly address: ServerAddress;
  /** For what its programs read and write; belongs to its account. */
  readonly folder: string;
  readonly cluster: string;
  /** Runs a program as its account. */
  run(program: string, ...args: string[]): string;
  start(): void;
  stop(): void;
  remove(): void;
}

/** Makes and starts one; further `settings` as lines of its configuration. */
export async function makeDebianPostgres(settings: (folder: string) => string[] = () => []): Promise<DebianPostgres> {
  ensureProgram(`../lib/postgresql/15/bin/initdb`, 'postgresql-15');
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-pg15-'));
  chmodSync(folder, 0o755);
  const inner = join(folder, 'own');
  mkdirSync(inner, { mode: 0o700 });
  if (account) chownSync(inner, account.uid, account.gid);
  const cluster = join(inner, 'data');
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: inner,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    });
  const pgCtl = (...args: string[]) =>
    execFileSync(join(PROGRAMS, 'pg_ctl'), ['-D', cluster, '-w', ...args], {
      cwd: inner,
      stdio: 'ignore',
      ...(account && { uid: account.uid, gid: account.gid }),
    });
  const port = await freePort();
  run(join(PROGRAMS, 'initdb'), '-D', cluster, '-U', 'keeper', '--auth=trust', '--encoding=UTF8', '--locale=C');
  const lines = [`port = ${port}`, `unix_socket_directories = '${inner}'`, `listen_addresses = ''`, ...settings(inner)];
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  const start = () => pgCtl('-l', join(inner, 'log'), 'start');
  const stop = () => pgCtl('-m', 'fast', 'stop');
  start();
  return {
    address: { host: inner, port, user: 'keeper', database: 'postgres' },
    folder: inner,
    cluster,
    run,
    start,
    stop,
    remove: () => rmSync(dirname(inner), { recursive: true, force: true }),
  };
}
