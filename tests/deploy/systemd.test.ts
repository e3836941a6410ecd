import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { appAddressOf } from '../support/postgres.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = join(ROOT, 'server/deploy/systemd');
/** Above it systemd calls the exposure of a service "MEDIUM". */
const MOST_EXPOSURE = 40;
const SLOW = 600_000;

/** Prints each message of a service, as systemd reads them. */
const RECEIVER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
    print(s.recv(4096).decode().replace('\\n', '|'), flush=True)
`;
import { databaseUrl } from '../support/databaseUrl.ts';

let folder: string;
let database: TestDatabase;
const running: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rangoli-systemd-'));
  database = await createTestDatabase();
  setDatabaseClock(database.address, 0, 'running');
  // Else the server's first start would build the web app.
  execFileSync(process.execPath, ['server/build/prepare.mjs'], { cwd: ROOT, stdio: 'inherit' });
}, SLOW);
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A unit with the paths of this machine. */
function unitHere(name: string): string {
  const path = join(folder, name);
  const text = readFileSync(join(UNITS, name), 'utf8')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('file:///opt/rangoli', `file://${ROOT}`)
    .replaceAll('/opt/rangoli', ROOT);
  writeFileSync(path, text);
  return path;
}

it('systemd finds no fault in the units, and calls the server’s exposure small', () => {
  const units = readdirSync(UNITS).map(unitHere);
  expect(units).toHaveLength(3);
  const verify = ['verify', '--man=no', ...units];
  expect(execFileSync('sh', ['-c', 'systemd-analyze "$@" 2>&1', 'sh', ...verify], { encoding: 'utf8' })).toBe('');
  const security = [
    'security',
    '--offline=true',
    `--threshold=${MOST_EXPOSURE}`,
    '--no-pager',
    unitHere('rangoli.service'),
  ];
  execFileSync('systemd-analyze', security, { stdio: 'pipe' });
});

it('the server says when it is ready, that it lives, and that it stops', async () => {
  const socket = join(folder, 'notify');
  const messages: string[] = [];
  const receiver = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(receiver);
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => messages.push(...text.trim().split('\n')));
  await expect.poll(() => messages, { timeout: 100_000 }).toEqual(['listening']);
  const server = spawn(process.execPath, ['server/start.mjs'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      PATH: process.env['PATH'],
      NOTIFY_SOCKET: socket,
      WATCHDOG_USEC: '2000000',
      PORT: '0',
      DATABASE_URL: databaseUrl(appAddressOf(database.address)),
      DATABASE_OWNER_URL: databaseUrl(database.address),
      SEED_KEY: TEST_SEED_KEY,
      LOG_LEVEL: 'error',
    },
  });
  running.push(server);
  const heard = () => messages.join('\n');
  await expect.poll(heard, { timeout: 100_000 }).toContain('READY=1');
  await expect.poll(heard, { timeout: 20_000 }).toMatch(/WATCHDOG=1[^]*WATCHDOG=1/);
  expect(heard()).not.toContain('STOPPING');
  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  expect(code).toBe(0);
  await expect.poll(heard).toContain('STOPPING=1');
});
