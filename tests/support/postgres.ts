import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from '../../db/client.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { makeClockFolder, movableClock } from './databaseClock.ts';
import { KeptCluster } from './keptCluster.ts';
import { memoryFolder } from './memoryFolder.ts';

/** Address of the run's server, passed to workers and child processes. */
const ADDRESS_VARIABLE = 'RANGOLI_TEST_POSTGRES';
export const TEMPLATE_DATABASE = 'rangoli_template';

export type ServerAddress = Extract<DatabaseAddress, { host: string }>;

/**
 * Starts the only PostgreSQL of a test run, in a folder in memory, without fsync, with a migrated database as template, whose
 * clock follows the tests'. Workers and child processes find it through the environment. Returns a function that
 * stops it and removes its folder.
 */
export async function startTestPostgres(): Promise<() => Promise<void>> {
  // Several of vitest's projects use it: the first starts it, and it stops when all have ended.
  if (process.env[ADDRESS_VARIABLE]) return async () => {};
  const folder = mkdtempSync(join(memoryFolder(), 'rangoli-test-'));
  // As root the database runs under another account, which needs access.
  chmodSync(folder, 0o711);
  const postgres = await startWithTemplate(folder);
  const stop = async () => {
    delete process.env[ADDRESS_VARIABLE];
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    makeClockFolder(join(folder, 'clocks'));
    const template = { ...postgres.address, database: TEMPLATE_DATABASE };
    await runStatement(template, movableClock());
    // Else each server of a test would find another clock than the last migration, and grant all privileges anew.
    await migrate(template, { appRole: APP_ROLE });
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[ADDRESS_VARIABLE] = JSON.stringify(postgres.address);
  return stop;
}

/** Starts a PostgreSQL with a migrated template: a copy of the last run's, or a new one that is kept for the next run. */
async function startWithTemplate(folder: string): Promise<EmbeddedPostgres> {
  const kept = new KeptCluster();
  const cluster = join(folder, 'postgres');
  const start = () => startEmbedded({ dataDir: folder, durable: false, maxConnections: 400 });
  if (kept.restore(cluster)) {
    // One that was copied with other owners, say with the whole project, can't be used.
    const restored = await start().catch(() => undefined);
    if (restored) return restored;
    rmSync(cluster, { recursive: true });
  }
  const first = await start();
  try {
    await runStatement(first.address, `create database ${TEMPLATE_DATABASE}`);
    await migrate({ ...first.address, database: TEMPLATE_DATABASE }, { appRole: APP_ROLE });
  } finally {
    await first.stop();
  }
  kept.keep(cluster);
  return start();
}

/** The run's server. Throws when none has been started. */
export function testPostgres(): ServerAddress {
  const address = process.env[ADDRESS_VARIABLE];
  if (!address) throw new Error('No test PostgreSQL: start one with startTestPostgres, or run through vitest.');
  return JSON.parse(address) as ServerAddress;
}

/** The same database with the server's role; `address` is its owner's. */
export function appAddressOf(address: ServerAddress): ServerAddress {
  return { ...address, user: APP_ROLE };
}

let ofThisProcess: pg.Pool | undefined;

/**
 * Runs one statement on the run's server, one after the other on a connection that this process keeps: a new one costs
 * PostgreSQL more than most of these statements do.
 */
export async function runOnTestPostgres(statement: string): Promise<void> {
  if (!ofThisProcess) {
    ofThisProcess = new pg.Pool({
      ...connectionOptions(testPostgres()),
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // The server may stop before this process ends.
    ofThisProcess.on('error', () => {});
  }
  await ofThisProcess.query(statement);
}

/** Runs one statement on a connection of its own. */
export async function runStatement(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
