import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions } from '../../db/client.ts';
import { unprivilegedAccount } from '../../db/embedded/account.ts';
import { postgresBinaries } from '../../db/embedded/binaries.ts';
import { spawnPostmaster, stopPostmaster } from '../../db/embedded/postmaster.ts';
import { EMBEDDED_USER } from '../../db/embedded/cluster.ts';
import { movableClock } from './databaseClock.ts';
import { KeptCluster } from './keptCluster.ts';
import { memoryFolder } from './memoryFolder.ts';
import { appAddressOf, runStatement, type ServerAddress, TEMPLATE_DATABASE } from './postgres.ts';
import { databaseUrl } from './databaseUrl.ts';

const PORT = 5432;
const START_TIMEOUT_MS = 60_000;

/** A PostgreSQL with a migrated database, and its standby, both of them the test's own. */
export interface PostgresPair {
  /** As the owner; the same database. */
  readonly primary: ServerAddress;
  readonly standby: ServerAddress;
  /** Both hosts in one address, the standby first. */
  readonly urls: { readonly owner: string; readonly app: string };
  /** Ends the primary without a shutdown, as a crash does. */
  crashPrimary(): Promise<void>;
  /** The same for the standby. */
  crashStandby(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** The primary acknowledges a commit once the standby has it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(memoryFolder(), 'rangoli-pair-'));
  chmodSync(folder, 0o711);
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.toReversed()) await stopPostmaster(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await build(folder, running)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(folder: string, running: ChildProcess[]): Promise<Omit<PostgresPair, 'stop'>> {
  const [first, second] = [join(folder, 'a'), join(folder, 'b')];
  if (!new KeptCluster().restore(first)) throw new Error('the run has kept no cluster');
  let child = await startPostgres(first, running);
  const at = (host: string): ServerAddress => ({ host, port: PORT, user: EMBEDDED_USER, database: 'pair' });
  const postgres = { ...at(first), database: 'postgres' };
  await runStatement(postgres, `create database pair template ${TEMPLATE_DATABASE}`);
  await runStatement(at(first), movableClock());
  await stopPostmaster(child);
  execFileSync('cp', ['-Rp', first, second]);
  writeFileSync(join(second, 'standby.signal'), '');
  own(join(second, 'standby.signal'));
  child = await startPostgres(first, running);
  const other = await startPostgres(second, running, [
    `primary_conninfo=host=${first} port=${PORT} user=${EMBEDDED_USER}`,
  ]);
  await runStatement(postgres, `alter system set synchronous_standby_names = '*'`);
  await runStatement(postgres, 'select pg_reload_conf()');
  return {
    primary: at(first),
    standby: at(second),
    urls: { owner: urlOf(second, first, at(first)), app: urlOf(second, first, appAddressOf(at(first))) },
    crashPrimary: () => crash(child),
    crashStandby: () => crash(other),
    promote: () => runStatement(at(second), 'select pg_promote()'),
  };
}

async function crash(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGQUIT');
  await exit;
}

/** As `DATABASE_URL` takes several socket folders. */
function urlOf(standby: string, primary: string, address: ServerAddress): string {
  const url = new URL(databaseUrl(address));
  url.searchParams.set('host', `${standby},${primary}`);
  url.searchParams.set('target_session_attrs', 'read-write');
  return url.href;
}

/** Starts a server on `cluster`, listening on a socket in it, and waits until it answers. */
async function startPostgres(cluster: string, running: ChildProcess[], settings: string[] = []): Promise<ChildProcess> {
  const account = unprivilegedAccount();
  const log = `${cluster}-log`;
  mkdirSync(log, { recursive: true });
  const all = [
    'listen_addresses=',
    `port=${PORT}`,
    `unix_socket_directories=${cluster}`,
    'max_connections=100',
    'shared_buffers=32MB',
    'fsync=off',
    'full_page_writes=off',
    'timezone=UTC',
    'jit=off',
    ...settings,
  ];
  const args = ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])];
  const child = spawnPostmaster(
    join(
      postgresBinaries(account, () => {}),
      'bin',
    ),
    args,
    account,
    join(log, 'log'),
  );
  running.push(child);
  const address = { host: cluster, port: PORT, user: EMBEDDED_USER, database: 'postgres' };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(address))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${readFileSync(join(log, 'log'), 'utf8')}`);
    }
    await delay(20);
  }
  return child;
}

async function answers(address: ServerAddress): Promise<boolean> {
  const client = new pg.Client(connectionOptions(address));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function own(path: string): void {
  const account = unprivilegedAccount();
  if (account) chownSync(path, account.uid, account.gid);
}
