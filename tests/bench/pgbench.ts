import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerAddress } from '../support/postgres.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Path of pgbench, which isn't among the embedded binaries. Throws, with instructions, when the machine has none. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = ['pgbench', ...versions.map((version) => join(DEBIAN, version, 'bin', 'pgbench'))];
  const found = candidates.find((path) => spawnSync(path, ['--version']).status === 0);
  if (found === undefined) {
    throw new Error(
      'pgbench was not found. It comes with PostgreSQL: on Debian or Ubuntu `apt-get install --no-install-recommends ' +
        'postgresql-15` (or another version), on macOS `brew install postgresql`. Then run this again.',
    );
  }
  return found;
}

export interface PgbenchRun {
  script: string;
  clients: number;
  seconds: number;
}

/** Transactions per second of a script, each prepared once per connection. */
export async function runPgbench(
  pgbench: string,
  address: ServerAddress,
  { script, clients, seconds }: PgbenchRun,
): Promise<{ rate: number; calls: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, script);
  try {
    const output = await outputOf(pgbench, [
      '--no-vacuum',
      '--protocol=prepared',
      `--file=${file}`,
      `--time=${seconds}`,
      `--client=${clients}`,
      `--host=${address.host}`,
      `--port=${address.port}`,
      `--username=${address.user}`,
      address.database,
    ]);
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    const calls = Number(/actually processed: (\d+)/.exec(output)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench placed nothing:\n${output}`);
    return { rate, calls };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (status) => (status === 0 ? resolve(output) : reject(new Error(`pgbench failed:\n${output}`))));
  });
}
