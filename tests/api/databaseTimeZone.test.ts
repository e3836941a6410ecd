import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { TestClock } from '../support/testClock.ts';
import { givenAdmin, givenPlayer } from '../support/world/people.ts';

/** Summer time begins on March 28, 2027: the 30 days of a session that begins now have 719 hours in Berlin. */
const BEFORE_SUMMER_TIME = Date.UTC(2027, 2, 10, 12);

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`alter database "${database.address.database}" set timezone = 'Europe/Berlin'`);
  server = await startTestServer({ database, clock: new TestClock(BEFORE_SUMMER_TIME, database.address) });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

test('a database in a time zone with summer time signs people in, because connections have UTC', async () => {
  await expect(givenAdmin(server)).resolves.toMatchObject({ accessToken: expect.any(String) as string });
  await expect(givenPlayer(server)).resolves.toMatchObject({ accessToken: expect.any(String) as string });
});
