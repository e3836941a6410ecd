import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionOptions, type DatabaseAddress } from '../../db/client.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts';
import { hasStartupProcess } from '../../db/embedded/recovery.ts';
import { memoryFolder } from '../support/memoryFolder.ts';

const isRoot = process.getuid?.() === 0;
const CHILD = fileURLToPath(new URL('../support/embeddedChild.ts', import.meta.url));

let folder: string;
let running: EmbeddedPostgres[];
/** A data folder with a created database, not in use. */
let made: string;

beforeAll(async () => {
  made = temporaryFolder();
  await (await startEmbedded({ dataDir: made, durable: false })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = temporaryFolder();
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const path = mkdtempSync(join(memoryFolder(), 'rangoli-embedded-'));
  chmodSync(path, 0o711);
  return path;
}

/** Copies a created database into `folder`: creating one takes a second, and few tests are about that. */
function holdDatabase(): void {
  if (process.platform === 'win32') {
    cpSync(made, folder, { recursive: true, filter: (path) => !path.endsWith('.log') });
    return;
  }
  // As root the files belong to the database's account.
  execFileSync('cp', ['-a', join(made, 'postgres'), folder]);
}

async function start(dataDir: string, onNotice?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, durable: false, ...(onNotice && { onNotice }) });
  running.push(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(postgres), 1);
  await postgres.stop();
}

async function query(address: DatabaseAddress, question: string): Promise<unknown> {
  const client = new pg.Client(connectionOptions(address));
  // A broken connection rejects the query too.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ answer: unknown }>(question);
  await client.end();
  return rows[0]?.answer;
}

/** Linux that gives them on request, and a glibc that can ask for them (2.35 and newer). */
function offersHugePages(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const [major = 0, minor = 0] = (header.glibcVersionRuntime ?? '').split('.').map(Number);
  return (
    (major > 2 || (major === 2 && minor >= 35)) &&
    readFileSync('/sys/kernel/mm/transparent_hugepage/enabled', 'utf8').includes('[madvise]')
  );
}

/** Starts a server's database in another process and kills that process with SIGKILL. */
async function startAndKill(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['server/build/run.mjs', CHILD, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded PostgreSQL', () => {
  test('starts in a fresh folder, as any user, listens on no port, and asks for huge pages where there are any', async () => {
    const { address } = await start(join(folder, 'data'));
    expect(await query(address, 'select current_database() as answer')).toBe('rangoli');
    expect(await query(address, `select current_setting('listen_addresses') as answer`)).toBe('');
    expect(await query(address, `select datlocale as answer from pg_database where datname = 'rangoli'`)).toBe(
      'C.UTF-8',
    );
    if (process.platform !== 'linux') return;
    // The flag hg of a mapping: madvise(MADV_HUGEPAGE) was called for it.
    const asked = await query(address, `select pg_read_file('/proc/self/smaps') ~ 'VmFlags:[^\n]* hg ' as answer`);
    expect(asked).toBe(offersHugePages());
  });

  test('keeps its data over a stop and a start', async () => {
    holdDatabase();
    const first = await start(folder);
    await query(first.address, 'create table notes as select 7 as answer');
    await stop(first);
    const second = await start(folder);
    expect(await query(second.address, 'select answer from notes')).toBe(7);
  });

  test('starts while a process of a killed database is still in the middle of a statement', async () => {
    if (process.platform !== 'linux') return;
    const killed = await start(folder);
    const counting = query(killed.address, 'select count(*) as answer from generate_series(1, 1000000000000)');
    const busy = `select pid as answer from pg_stat_activity where query like '%1000000000000)' and pid <> pg_backend_pid()`;
    await expect.poll(() => query(killed.address, busy)).toBeGreaterThan(0);
    const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await killed.crashed;
    const failed = expect(counting).rejects.toThrow(/terminat/);
    await stop(killed);
    const second = await start(folder);
    await failed;
    expect(await query(second.address, 'select 1 as answer')).toBe(1);
  });

  test('finds room for its socket when the path of the data is very long', async () => {
    const { address } = await start(join(folder, 'long'.repeat(30)));
    expect(await query(address, 'select 1 as answer')).toBe(1);
  });

  test('refuses a second server on the folder, and explains how to share', async () => {
    holdDatabase();
    await start(folder);
    await expect(startEmbedded({ dataDir: folder })).rejects.toThrow(/in use by another server.*DATABASE_URL/);
  });

  test('refuses, as root, a folder that its own account can not enter; else simply uses it', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const starting = start(join(closed, 'data'));
    if (isRoot) await expect(starting).rejects.toThrow(/^DATA_DIR: .*can't enter/);
    else await starting;
  });

  test.skipIf(process.platform !== 'linux').each(['/proc', '/proc/data', '/proc/version'])(
    'refuses at once to keep its data in %s',
    async (dataDir) => {
      await expect(start(dataDir)).rejects.toThrow(/^DATA_DIR: /);
    },
  );

  test('keeps its log for its owner only, and puts a long one aside', async () => {
    holdDatabase();
    const log = join(folder, 'postgres.log');
    writeFileSync(log, 'x'.repeat(10 * 1024 * 1024 + 1), { mode: 0o644 });
    await start(folder);
    expect(statSync(log).size).toBeLessThan(10_000);
    expect(statSync(`${log}.1`).size).toBe(10 * 1024 * 1024 + 1);
    expect([log, `${log}.1`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  test('reports when its process dies', async () => {
    holdDatabase();
    const postgres = await start(folder);
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    expect((await postgres.crashed).message).toContain('postgres.log');
  });
});

describe.skipIf(process.platform === 'win32')('a database that accepts no connection, while its process lives', () => {
  const soon = { hangMs: 200, checkMs: 5, connectMs: 50, killMs: 50 };

  /** Starts it and stops its process with SIGSTOP, which SIGQUIT doesn't end: the socket is there, and no answer comes. */
  async function hanging(isRecovering: () => boolean): Promise<EmbeddedPostgres> {
    holdDatabase();
    const hang = { ...soon, isRecovering };
    const postgres = await startEmbedded({ dataDir: folder, durable: false, startTimeoutMs: 60_000, hang });
    running.push(postgres);
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGSTOP');
    return postgres;
  }

  test('is ended, and the reason is reported', async () => {
    const { crashed } = await hanging(() => false);
    const { message } = await crashed;
    expect(message).toMatch(/^The database has accepted no connection for 0 s \(timeout expired\), and was ended\./);
    expect(message).toContain('postgres.log');
  });

  test('is ended at its start, without the 30 s of a fast shutdown', async () => {
    holdDatabase();
    const stopped: number[] = [];
    // Called after the first refusal, which comes before the database can listen.
    const isRecovering = (pid: number) => {
      if (stopped.length === 0) process.kill(pid, 'SIGSTOP');
      stopped.push(pid);
      return false;
    };
    const starting = startEmbedded({ dataDir: folder, durable: false, hang: { ...soon, isRecovering } });
    await expect(starting).rejects.toThrow(/^The database has accepted no connection for 0 s/);
    expect(() => process.kill(stopped[0] ?? 0, 0)).toThrow('ESRCH');
  });

  test('is left alone as long as it recovers', async () => {
    let refusals = 0;
    let recovers = true;
    const { crashed } = await hanging(() => {
      refusals += 1;
      return recovers;
    });
    // Those of its start were others.
    refusals = 0;
    let ended = false;
    void crashed.then(() => (ended = true));
    // Each took 50 ms: together far more than it may refuse without recovering.
    await expect.poll(() => refusals).toBeGreaterThan(12);
    expect(ended).toBe(false);
    recovers = false;
    expect((await crashed).message).toContain('accepted no connection');
  });

  test('ends with a call of quit(), even while stop() waits for it', async () => {
    const postgres = await hanging(() => true);
    const stopping = stop(postgres);
    await postgres.quit();
    await stopping;
    // Processes of a killed postmaster keep its shared memory for a moment.
    await expect.poll(startAgain).toBe(1);
  });

  async function startAgain(): Promise<unknown> {
    const { address } = await start(folder);
    return query(address, 'select 1 as answer');
  }
});

test.skipIf(process.platform !== 'linux')('a recovery is told by the startup process of its postmaster', async () => {
  expect(hasStartupProcess(process.pid)).toBe(false);
  const startup = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    argv0: 'postgres: startup recovering 000000010000000000000003',
    stdio: 'ignore',
  });
  try {
    await once(startup, 'spawn');
    expect(hasStartupProcess(process.pid)).toBe(true);
    expect(hasStartupProcess(startup.pid ?? 0)).toBe(false);
  } finally {
    startup.kill('SIGKILL');
    await once(startup, 'exit');
  }
});

describe('after a server was killed with -9', () => {
  test.each([
    ['its database goes down with it', process.env],
    // Without setpriv the database isn't signalled, and keeps running.
    ['a database that it left running is stopped', { ...process.env, PATH: '/nonexistent' }],
  ])('%s, and the next start finds everything', async (_, env) => {
    holdDatabase();
    await startAndKill(folder, env);
    const { address } = await start(folder);
    expect(await query(address, 'select count(*)::int as answer from survivors')).toBe(1);
  });

  test('a lock whose process number belongs to another process by now is void', async () => {
    holdDatabase();
    writeFileSync(join(folder, 'server.lock'), `${process.pid} 1`);
    const { address } = await start(folder);
    expect(await query(address, 'select 1 as answer')).toBe(1);
  });
});
