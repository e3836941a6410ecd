import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { runningEmbedded } from '../../../db/embedded.ts';
import { connectionOptions, type DatabaseAddress, openDatabase } from '../../../db/client.ts';
import { limitsFor } from '../../../db/limits.ts';
import { gameTypes, type Slot, slotAt } from '../../../server/domain/contests/gameTypes.ts';
import { freePort } from '../../deploy/programs.ts';
import type { TestDatabase } from '../../support/database.ts';
import { TEST_SEED_KEY } from '../../support/seedKey.ts';
import { ADMIN, givenPlayer, type Person } from '../../support/world/people.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A server as operators run it, in a process of its own, with the embedded database in a folder. */
export interface RealServer {
  readonly url: string;
  readonly process: ChildProcess;
  readonly dataDir: string;
  /** What it has printed. */
  readonly output: () => string;
}

/** A folder on a file system of its own in memory with `megabytes`. Needs root. Returns how it is removed, too. */
export function smallDisk(megabytes: number): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-disk-'));
  // Where the test's process is ended before it unmounts.
  process.once('exit', () => existsSync(folder) && remove());
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]);
  const remove = () => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

/** A folder on the disk of temporary files. */
export function plainDisk(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-disk-'));
  chmodSync(folder, 0o711);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function environment(dataDir: string, env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    PRIMARY_ADMIN_PASSWORD: ADMIN.password,
    SEED_KEY: TEST_SEED_KEY,
    PLAY_CREDIT: '0',
    ...env,
  };
}

/** Throws with its output where the server ends. */
export async function startReal(dataDir: string, env: Record<string, string> = {}): Promise<RealServer> {
  const port = await freePort();
  let printed = '';
  const child = spawn(process.execPath, ['server/build/run.mjs', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(dataDir, { PORT: String(port), ...env }),
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()));
  const server = { url: `http://127.0.0.1:${port}`, process: child, dataDir, output: () => printed };
  while ((await readyz(server)).status !== 200) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${printed}`);
    await delay(50);
  }
  return server;
}

/** What a command prints, whatever its exit status, beside the server. */
export async function runCommand(name: string, { dataDir }: RealServer, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['server/build/run.mjs', `server/commands/${name}.ts`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(dataDir, env),
  });
  return text(child.stdout);
}

/** Status and body of `/readyz`; 0 without an answer. */
export async function readyz({ url }: Pick<RealServer, 'url'>): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${url}/readyz`);
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: null };
  }
}

/** Resolves to the exit status. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  await once(child, 'exit');
  return child.exitCode;
}

export async function endReal({ process: child }: RealServer): Promise<number | null> {
  if (child.exitCode === null) child.kill('SIGTERM');
  return exitOf(child);
}

export function postmasterOf({ dataDir }: Pick<RealServer, 'dataDir'>): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function addressOf({ dataDir }: RealServer): DatabaseAddress {
  const address = runningEmbedded({ dataDir })?.address;
  if (!address) throw new Error('no database runs there');
  return address;
}

/** One statement as the owner of the server's database. */
export async function ask<Row extends object>(server: RealServer, statement: string): Promise<Row[]> {
  const client = new pg.Client(connectionOptions(addressOf(server)));
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A player with 10,000 rupees on the server. */
export async function givenRealPlayer(server: RealServer): Promise<Person> {
  const address = addressOf(server);
  const opened = openDatabase(address, { max: 1, limits: limitsFor('command'), onIdleError: () => {} });
  try {
    const database = { ...opened, address } as TestDatabase;
    return await givenPlayer({ url: server.url, database }, { rupees: 10_000 });
  } finally {
    await opened.close();
  }
}

/** Of the running rounds the one that takes bets for longest. For 5 s of every three minutes it takes none any more. */
export function longestOpen(): Slot {
  const now = Date.now();
  const [first, ...others] = gameTypes.map((gameType) => slotAt(gameType, now));
  return others.reduce((longest, slot) => (slot.closesAt > longest.closesAt ? slot : longest), first!);
}

/** Places a bet of 10 rupees in a running round: status and code. */
export async function betOf(
  { url }: RealServer,
  { accessToken }: Pick<Person, 'accessToken'>,
  key: string = randomUUID(),
): Promise<string> {
  try {
    const response = await fetch(`${url}/sapre/placeBet`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({
        gameId: longestOpen().gameId,
        amount: 10,
        betType: 'number',
        betValue: 1,
      }),
    });
    const { code } = (await response.json()) as { code?: string };
    return `${response.status}${code === undefined ? '' : ` ${code}`}`;
  } catch {
    return 'no answer';
  }
}
