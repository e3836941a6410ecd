import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { holesInUse } from '../../server/composition/acceptHoles.ts';
import { startServer } from '../../server/composition/compose.ts';
import { listAlerts } from '../../server/domain/alerts/alertList.ts';
import { EVALUATE_EVERY_MS, evaluateAlerts } from '../../server/domain/alerts/evaluateAlerts.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { holeName } from '../../server/platform/knownHoles.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { runStatement } from '../support/postgres.ts';
import { REAL_ENV } from '../support/realEnv.ts';
import { startTestServer, TEST_START, testServerOptions } from '../support/server.ts';
import { TestClock } from '../support/testClock.ts';
import { givenPrimaryAdmin } from '../support/world/members.ts';
import { databaseUrl } from '../support/databaseUrl.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a server of real money refuses a wrong list and a strong role before it changes anything in the database', async () => {
  const empty = { ...database.address, database: `${database.address.database}_empty` };
  await runStatement(database.address, `create database ${empty.database}`);
  const names = (await holesInUse(database.pool as never, process.versions.node)).map(holeName);
  const starting = (env: Record<string, string>) =>
    startServer(testServerOptions(empty, new TestClock(TEST_START, empty), { ...REAL_ENV, ...env }));
  await expect(starting({ KNOWN_HOLES_ACCEPTED: 'node-20.0.0' })).rejects.toThrow(/KNOWN_HOLES_ACCEPTED/);
  const owner = { DATABASE_URL: databaseUrl(empty), KNOWN_HOLES_ACCEPTED: names.join(',') };
  await expect(starting(owner)).rejects.toThrow(/^DATABASE_URL: its role .*is a superuser/);
  const { pool, close } = openDatabase(empty);
  const { rows } = await pool.query(`select to_regnamespace('drizzle') is null as untouched`);
  expect(rows).toEqual([{ untouched: true }]);
  await close();
  await runStatement(database.address, `drop database ${empty.database} with (force)`);
});

test('it starts with the list of exactly what is in use, and alerts say so', async () => {
  const names = (await holesInUse(database.pool as never, process.versions.node)).map(holeName);
  const server = await startTestServer({ env: { ...REAL_ENV, KNOWN_HOLES_ACCEPTED: names.join(',') } });
  try {
    expect(server.services.config.acceptedHoles).toEqual(names);
    server.clock.advance(EVALUATE_EVERY_MS);
    await evaluateAlerts(contextFor(server.services, { kind: 'system' }));
    // One of the server's own evaluations may be under way instead.
    await vi.waitFor(
      async () => {
        const { rows } = await server.database.pool.query(`select data from alerts where kind::text = 'knownHoles'`);
        expect(rows).toEqual(names.length === 0 ? [] : [{ data: { programs: names.join(', ') } }]);
      },
      { timeout: 20_000 },
    );
  } finally {
    await server.stop();
  }
});

test('the alert is open while accepted holes are in use, ends without them, and is mailed to nobody', async () => {
  const domain: TestDomain = openDomain(database);
  domain.services.mail = { send: () => Promise.resolve(), close: () => {} };
  const owner = await givenPrimaryAdmin(domain);
  const open = async () =>
    (await listAlerts(owner.ctx(), { ended: false })).filter(({ kind }) => kind === 'knownHoles');
  const evaluate = async (acceptedHoles: readonly string[]) => {
    domain.clock.advance(EVALUATE_EVERY_MS);
    domain.services.config.acceptedHoles = acceptedHoles;
    await evaluateAlerts(domain.as({ kind: 'system' }));
  };
  await evaluate(['node-20.20.2', 'postgresql-18.4']);
  expect(await open()).toMatchObject([{ endedAt: null, data: { programs: 'node-20.20.2, postgresql-18.4' } }]);
  expect((await database.pool.query(`select from mails`)).rowCount).toBe(0);
  await evaluate([]);
  expect(await open()).toEqual([]);
});
