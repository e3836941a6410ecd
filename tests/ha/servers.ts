import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../deploy/programs.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import { until } from './cluster.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const END_MS = 30_000;
/** So that the run can sign tokens for its players. */
export const TOKEN_SECRET = 'a secret of this run, which guards nothing but its own players';

export interface Addresses {
  readonly app: string;
  readonly owner: string;
}

export interface HaServer {
  readonly url: string;
  stop(): Promise<void>;
}

function environment({ app, owner }: Addresses): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: app,
    DATABASE_OWNER_URL: owner,
    SEED_KEY: TEST_SEED_KEY,
    TOKEN_SECRET,
    RATE_LIMIT: 'off',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
}

/** A server as `npm start` runs it. */
export async function startHaServer(folder: string, name: string, addresses: Addresses): Promise<HaServer> {
  const port = await freePort();
  const output = openSync(join(folder, `server-${name}.log`), 'a');
  const child = spawn(process.execPath, ['--max-semi-space-size=64', join(ROOT, 'server/start.mjs')], {
    stdio: ['ignore', output, output],
    cwd: ROOT,
    env: { ...environment(addresses), PORT: String(port) },
  });
  closeSync(output);
  const url = `http://127.0.0.1:${port}`;
  await until(`server ${name} is ready`, async () => {
    if (child.exitCode !== null)
      throw new Error(`server ${name} ended with ${child.exitCode}: see its log in ${folder}`);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await gone;
  clearTimeout(late);
}

/** Runs `npm run audit`. Resolves to what it prints where it finds a fault; undefined where the books are in order. */
export function auditFaults(addresses: Addresses): Promise<string | undefined> {
  const args = [join(ROOT, 'server/build/run.mjs'), 'server/commands/audit.ts'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env: environment(addresses) }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}\n${stderr}` : undefined),
    );
  });
}
