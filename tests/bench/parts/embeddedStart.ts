import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../db/embedded.ts';
import { unprivilegedAccount } from '../../../db/embedded/account.ts';
import { postgresBinaries } from '../../../db/embedded/binaries.ts';
import { EMBEDDED_USER } from '../../../db/embedded/cluster.ts';
import { spawnPostmaster, stopPostmaster } from '../../../db/embedded/postmaster.ts';
import type { Bench } from '../part.ts';
import type { Finding } from '../report.ts';
import { compare } from './compare.ts';

const PORT = 5432;
const POLL_MS = 5;
const START_MS = 60_000;

/**
 * From a folder with a database until it answers: with the lock of the folder, the search for an orphan, the addresses
 * and the limits that a start takes beside PostgreSQL's own.
 */
export async function embeddedStart(bench: Bench): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rangoli-start-'));
  chmodSync(dataDir, 0o711);
  try {
    await (await startEmbedded({ dataDir })).stop();
    return await compare(bench, {
      what: 'a start of the embedded database',
      library: 'the bare postgres process',
      unit: 'ms',
      ours: async () => {
        const began = performance.now();
        const database = await startEmbedded({ dataDir });
        const took = performance.now() - began;
        await database.stop();
        return took;
      },
      theirs: () => bareStart(dataDir),
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function bareStart(dataDir: string): Promise<number> {
  const account = unprivilegedAccount();
  const cluster = join(dataDir, 'postgres');
  const bin = join(
    postgresBinaries(account, () => {}),
    'bin',
  );
  const settings = ['listen_addresses=', `port=${PORT}`, `unix_socket_directories=${cluster}`];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const began = performance.now();
  const child = spawnPostmaster(bin, args, account, join(dataDir, 'bare.log'));
  while (!(await answers(cluster))) {
    if (performance.now() - began > START_MS) throw new Error('the bare postgres process does not answer');
    await delay(POLL_MS);
  }
  const took = performance.now() - began;
  await stopPostmaster(child);
  return took;
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, port: PORT, user: EMBEDDED_USER, database: EMBEDDED_USER });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
