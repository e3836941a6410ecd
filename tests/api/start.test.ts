import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { memoryFolder } from '../support/memoryFolder.ts';

/** The first start builds the web app. */
const FIRST_START_MS = 120_000;

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(memoryFolder(), 'rangoli-start-'));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly printed: () => string;
  /** Resolves to the first match in what is printed; rejects when the process ends without. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly exits: Promise<number | null>;
}

/** Runs `npm start`, or `command` if given. */
function start(
  env: Record<string, string> = {},
  command: [string, ...string[]] = [process.execPath, 'server/start.mjs'],
): Started {
  const { PATH, HOME } = process.env;
  const [program, ...args] = command;
  const child = spawn(program, args, {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  const exits = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    exits,
    printed: () => text,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text);
          if (match) resolve(match);
        };
        listeners.add(look);
        look();
        void exits.then((code) => reject(new Error(`ended with ${code} before it printed ${pattern}:\n${text}`)));
      }),
  };
}

const RUNS_AT = /Rangoli runs at (http:\S+)/;

test(
  'serves from a fresh folder, survives kill -9, and shuts down gracefully on a signal',
  { timeout: FIRST_START_MS },
  async () => {
    const first = start();
    const [, url = ''] = await first.prints(RUNS_AT);
    expect(first.printed()).toMatch(
      /The primary admin is admin@rangoli\.local\. The password, shown only this once: \S{12,}/,
    );
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');

    first.child.kill('SIGKILL');
    await first.exits;
    const second = start();
    await second.prints(RUNS_AT);
    expect(second.printed()).not.toContain('shown only this once');

    second.child.kill('SIGTERM');
    expect(await second.exits).toBe(0);
    expect(second.printed()).not.toMatch(/error/i);
  },
);

test('stops when npm, which started it, is signalled to stop', { timeout: FIRST_START_MS }, async () => {
  const started = start({}, ['npm', 'start']);
  await started.prints(RUNS_AT);
  started.child.kill('SIGTERM');
  // npm itself has exited; its output pipe is closed by the last process that holds it, the server.
  await started.exits;
  const next = start();
  await next.prints(RUNS_AT);
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' ? String(address?.port) : '';
}

test('npm run dev serves both the web app and the API, and stops in order', { timeout: FIRST_START_MS }, async () => {
  const command: [string, ...string[]] = [process.execPath, 'server/build/run.mjs', 'server/build/dev.ts'];
  const dev = start({ PORT: await freePort() }, command);
  const [, web = ''] = await dev.prints(/hot reload: (http:\S+)/);
  await dev.prints(RUNS_AT);
  expect(await (await fetch(web)).text()).toContain('/@vite/client');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ serverTime }' });
  const answer = await (await fetch(`${web}/graphql`, { method: 'POST', headers, body })).json();
  expect(answer).toMatchObject({ data: { serverTime: expect.any(String) } });
  dev.child.kill('SIGTERM');
  expect(await dev.exits).toBe(0);
});

test(
  'refuses a second server on the same data, and explains how to share it',
  { timeout: FIRST_START_MS },
  async () => {
    const first = start();
    await first.prints(RUNS_AT);
    const second = start();
    expect(await second.exits).toBe(1);
    expect(second.printed()).toMatch(/cannot start: .* is in use by another server .*DATABASE_URL/);
  },
);

test('names the variable that is wrong', async () => {
  const started = start({ PORT: 'eighty', MONEY_MODE: 'real' });
  expect(await started.exits).toBe(1);
  expect(started.printed()).toMatch(/cannot start with these settings:\n {2}PORT must be a whole number/);
});

test.each([
  ['DATABASE_URL', 'postgres://asha:secret@no-such-host.invalid/rangoli'],
  ['DATABASE_URL', 'postgres://asha:secret@127.0.0.1:1/rangoli'],
  ['DATA_DIR', '/dev/null/data'],
  ['DATA_DIR', '/proc/data'],
])('refuses %s=%s with an explanation', { timeout: FIRST_START_MS }, async (name, value) => {
  const started = start({ [name]: value });
  expect(await started.exits).toBe(1);
  expect(started.printed()).toMatch(new RegExp(`cannot start: ${name}: .+`));
  expect(started.printed()).not.toMatch(/secret|\n {4}at /);
});

test('reports that the port is taken', { timeout: FIRST_START_MS }, async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const started = start({ PORT: port });
  expect(await started.exits).toBe(1);
  expect(started.printed()).toContain(`PORT ${port} is in use by another program`);
  other.close();
});
