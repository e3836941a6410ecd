import { afterAll, beforeAll, expect, it } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Three rounds of each game that takes bets. */
const SOME_ROUNDS_MS = 90_000;

let database: TestDatabase;
let gateway: TestServer;
let worker: TestServer | undefined;
let player: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  // The first rounds, and the primary admin.
  const first = await startTestServer({ database });
  await first.stop();
  gateway = await startTestServer({ database, clock: first.clock, env: { ROLE: 'gateway', METRICS_PORT: '0' } });
  player = await givenPlayer(gateway, { rupees: 100 });
});
afterAll(async () => {
  await worker?.stop();
  await gateway.stop();
  await database.close();
});

async function statesOf(gameId: string): Promise<string> {
  const { rows } = await database.pool.query<{ state: string }>('select state from contests where game_id = $1', [
    gameId,
  ]);
  return rows.map(({ state }) => state).join();
}

async function bet(): Promise<string> {
  const { gameId } = slotAt('sapreHalf', gateway.clock.now());
  for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await player.perform('placeBet', { gameId, selection: { number }, amount: '1.00' }, 'bet { id }');
  }
  return gameId;
}

const available = async () => (await player.execute('{ viewer { wallet { available } } }')).viewer.wallet.available;

it('a gateway alone takes bets, but opens, decides and settles no round', async () => {
  const gameId = await bet();
  expect(await available()).toBe('90.00');
  const before = await database.pool.query('select id, state from contests order by id');
  gateway.clock.advance(SOME_ROUNDS_MS);
  await gateway.contestClock.idle();
  expect(await available()).toBe('90.00');
  expect((await database.pool.query('select id, state from contests order by id')).rows).toEqual(before.rows);
  expect(await statesOf(gameId)).toBe('OPEN');
  expect(await (await fetch(gateway.metricsUrl!)).text()).not.toContain('rangoli_overdue_rounds');
});

it('a worker decides and settles what a gateway took, also while it was away', async () => {
  const { gameId } = slotAt('sapreHalf', gateway.clock.now() - SOME_ROUNDS_MS);
  worker = await startTestServer({ database, clock: gateway.clock, env: { ROLE: 'worker', METRICS_PORT: '0' } });
  await expect.poll(() => statesOf(gameId)).toBe('SETTLED');
  // One of all ten numbers won.
  await expect.poll(available).toBe('99.60');
  const next = await bet();
  gateway.clock.set(slotAt('sapreHalf', gateway.clock.now()).endsAt);
  await worker.contestClock.idle();
  await expect.poll(() => statesOf(next)).toBe('SETTLED');
  await expect.poll(available).toBe('99.20');
  const { contest } = await player.execute(`{ contest(gameId: "${next}") { state } }`);
  expect(contest.state).toBe('SETTLED');
});

it('a worker serves health and metrics, and nothing else', async () => {
  const { url, metricsUrl, mailboxUrl } = worker!;
  const statusOf = async (path: string, method = 'GET') => (await fetch(`${url}${path}`, { method })).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  for (const path of ['/', '/graphql', '/rest', '/log/checkpoint', '/dev/mail', '/metrics']) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  expect(await statusOf('/auth/login', 'POST')).toBe(404);
  expect(await (await fetch(metricsUrl!)).text()).toContain('rangoli_overdue_rounds{game="sapreHalf"} 0');
  expect(mailboxUrl).toBeNull();
});
