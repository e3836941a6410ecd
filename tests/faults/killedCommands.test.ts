import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeBackup } from '../../db/backup/writeBackup.ts';
import { stopOrphan } from '../../db/embedded/postmaster.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { startServer } from '../../server/composition/compose.ts';
import { restoreBackup } from '../../server/composition/restoreBackup.ts';
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rowsOf } from '../support/emptyDatabases.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { appAddressOf } from '../support/postgres.ts';
import { TEST_SEED_KEY, testKeyring } from '../support/seedKey.ts';
import { givenPlayers } from '../support/world/bulk.ts';
import { openDomain } from '../support/domain.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'rangoli-killed-'));
  chmodSync(folder, 0o711);
  database = await createTestDatabase();
  await givenPlayers(openDomain(database), 3, { rupees: 100 });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const RUN = 'server/build/run.mjs';
const environment = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  SEED_KEY: TEST_SEED_KEY,
  ...env,
});
const ofDatabase = () => ({
  DATABASE_URL: databaseUrl(appAddressOf(database.address)),
  DATABASE_OWNER_URL: databaseUrl(database.address),
});

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('a restore that is killed', () => {
  let place: string;
  let dir: string;
  beforeAll(async () => {
    place = join(folder, 'data');
    dir = join(folder, 'backup');
    mkdirSync(place);
    chmodSync(place, 0o711);
    writeFileSync(join(place, 'seed.key'), TEST_SEED_KEY, { mode: 0o600 });
    await writeBackup(database.address, dir, { keys: testKeyring });
  });
  afterAll(() => stopOrphan(join(place, 'restoring', 'postgres'), () => {}));

  test('is followed by no start of an empty installation, but by a restore and a start', async () => {
    const child = spawn(process.execPath, [RUN, 'server/commands/restore.ts', dir], {
      env: environment({ DATA_DIR: place }),
    });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'Restoring ...') break;
    await kill(child);
    expect(readdirSync(place)).toContain('restoring');

    const config = readConfig({ DATA_DIR: place, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
    const start = () => startServer({ config, log: createLog('silent'), chainLength: 50 });
    await expect(start()).rejects.toThrow(
      new RegExp(`a restore or a move into ${place} broke off.*npm run restore.*delete ${place}/restoring`),
    );
    expect(existsSync(join(place, 'postgres'))).toBe(false);

    expect(await restoreBackup(config, dir, { lengthOf: () => 20, print: () => {} })).toBe(true);
    expect(readdirSync(place).toSorted()).toEqual(['postgres', 'seed.key']);
    const server = await start();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await server.stop();
    const postgres = await startEmbedded({ dataDir: place, durable: false });
    const players = `select count(*)::int as count from users where user_type = 'player'`;
    expect(await rowsOf(postgres.address, players)).toEqual([{ count: 3 }]);
    await postgres.stop();
  });
});

describe('a backup that is killed', () => {
  test('leaves no backup, and does not keep the next one from the same folder', async () => {
    const dir = join(folder, 'monday');
    const blocker = await database.pool.connect();
    // All files are written, and the row of the audit log waits.
    await blocker.query(`begin; select pg_advisory_xact_lock(hashtextextended('audit_log', 0))`);
    const backUp = () =>
      spawn(process.execPath, [RUN, 'server/commands/backup.ts', dir], { env: environment(ofDatabase()) });
    const killed = backUp();
    await vi.waitUntil(
      async () => {
        const { rowCount } = await database.pool.query(
          `select from pg_locks where not granted and locktype = 'advisory'
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return rowCount;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(readdirSync(dir)).toEqual(['unfinished']);
    await kill(killed);
    await blocker.query('rollback');
    blocker.release();
    expect(readdirSync(dir)).toEqual(['unfinished']);

    const [status] = (await once(backUp(), 'exit')) as [number];
    expect(status).toBe(0);
    expect(readdirSync(dir).toSorted()).toEqual(['manifest.json', 'manifest.json.hmac', 'tables']);
  });
});
