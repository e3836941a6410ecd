import { afterEach, beforeAll, expect, it } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import type { ManualClock } from '../../server/platform/clock.ts';
import { MachineClock } from '../../server/platform/machineClock.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase } from '../support/database.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { tamper } from '../support/tamper.ts';
import { givenPlayer, requestDeposit } from '../support/world/people.ts';
import { firing, scrape, type Scrape } from './firing.ts';
import { ensureProgram, freePort } from './programs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const METRICS = { METRICS_PORT: '0', LOG_LEVEL: 'silent' };
/** Callers that wait for the database at once: more than it has connections, and the alert's limit. */
const CALLERS = 40;

let promtool: string;
beforeAll(() => {
  promtool = ensureProgram('promtool', 'prometheus');
});

let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  const last = stops.toReversed();
  stops = [];
  for (const stop of last) await stop();
});

async function started(options: TestServerOptions<ManualClock> = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, env: { ...METRICS, ...options.env } });
  stops.push(() => server.stop());
  return server;
}

const alertsAt = (now: Scrape, before?: Scrape) => firing(promtool, now, before);

async function advance(server: TestServer, ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.contestClock.idle();
}

it('nothing fires on a server that works', async () => {
  const server = await started();
  const before = await scrape(server);
  const player = await givenPlayer(server, { rupees: 50 });
  await placeBet(server, player.accessToken);
  // Each round ends when the clock shows its end.
  for (let rounds = 0; rounds < 6; rounds += 1) await advance(server, 30_000);
  expect(alertsAt(await scrape(server), before)).toEqual([]);
});

it('RangoliDown: the server has stopped', async () => {
  const server = await startTestServer({ env: METRICS });
  await server.stop();
  expect(alertsAt(await scrape(server))).toEqual(['RangoliDown', 'RangoliNoWorker']);
});

it('RangoliPoolExhausted: calls wait for a lock, and others for their connections', async () => {
  const server = await started();
  const player = await givenPlayer(server);
  const client = await server.database.pool.connect();
  try {
    await client.query('begin; lock table ledger_accounts in access exclusive mode');
    const query = '{ viewer { wallet { available } } }';
    const calls = Array.from({ length: CALLERS }, () => ask(server, query, player.accessToken));
    await expect.poll(async () => alertsAt(await scrape(server))).toEqual(['RangoliPoolExhausted']);
    await client.query('rollback');
    await Promise.all(calls);
    expect(alertsAt(await scrape(server))).toEqual([]);
  } finally {
    client.release(true);
  }
});

it('without the database: bets fail, lanes and listener are down, rounds are overdue', async () => {
  const database = await createTestDatabase();
  stops.push(() => database.close());
  const wire = await FaultyWire.open(database.address);
  stops.push(() => wire.close());
  const server = await started({ database, through: wire, deadlineScale: 0.3 });
  const player = await givenPlayer(server, { rupees: 500 });
  expect((await placeBet(server, player.accessToken)).status).toBe(200);
  const before = await scrape(server);
  wire.setAll('drop');
  const bets = await Promise.all(Array.from({ length: 10 }, () => placeBet(server, player.accessToken)));
  expect(bets.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 503));
  server.clock.advance(MINUTE);
  await wire.close();
  stops.push(() => wire.listen());
  const expected = ['RangoliBetsFail', 'RangoliLanesDown', 'RangoliListenerDown', 'RangoliRoundsOverdue'];
  await expect.poll(async () => alertsAt(await scrape(server), before)).toEqual(expect.arrayContaining(expected));
});

it('RangoliNoWorker: the only server is a gateway', async () => {
  const server = await started({ env: { ROLE: 'gateway' } });
  expect(alertsAt(await scrape(server))).toEqual(['RangoliNoWorker']);
});

it('RangoliCallsFail: an operation ends with an error of the server', async () => {
  const server = await started();
  const player = await givenPlayer(server);
  const before = await scrape(server);
  await server.database.pool.query('alter table feedback rename to feedback_away');
  await ask(server, 'mutation { submitFeedback(input: { rating: 1, text: "x" }) { __typename } }', player.accessToken);
  expect(alertsAt(await scrape(server), before)).toEqual(['RangoliCallsFail']);
});

it('RangoliRoundsLate: rounds are decided and settled long after their end', async () => {
  const server = await started();
  const before = await scrape(server);
  server.clock.set(slotAt('sapreHalf', server.clock.now()).endsAt + 8_000);
  await server.contestClock.idle();
  await expect.poll(async () => alertsAt(await scrape(server), before)).toEqual(['RangoliRoundsLate']);
});

it('RangoliClockOff: the machine’s clock is not that of the database', async () => {
  let behindMs = 500;
  const server = await started({ machine: { wall: () => server.clock.now() - behindMs } });
  expect(alertsAt(await scrape(server))).toEqual([]);
  behindMs = 4_000;
  expect(alertsAt(await scrape(server))).toEqual(['RangoliClockOff']);
});

it('RangoliBeaconAway: no relay of the beacon answers', async () => {
  const clock = new MachineClock();
  const server = await startTestServer({
    clock,
    env: { ...METRICS, BEACON: `drand:http://127.0.0.1:${await freePort()}` },
  });
  stops.push(() => server.stop());
  expect(alertsAt(await scrape(server))).toEqual(['RangoliBeaconAway']);
});

it('RangoliBusDown: nothing answers where NATS should be', async () => {
  const server = await started({ env: { EVENTS_URL: `nats://127.0.0.1:${await freePort()}` } });
  expect(alertsAt(await scrape(server))).toEqual(['RangoliBusDown']);
});

it('RangoliLogStalls: entries wait, and nobody can sign a checkpoint', async () => {
  const server = await started();
  await advance(server, 30_000);
  await expect.poll(async () => (await scrape(server)).samples.get('rangoli_log_pending')).toBe(0);
  const client = await server.database.pool.connect();
  try {
    // As a server that hangs while it merges.
    await client.query('select pg_advisory_lock(20266, 0)');
    await advance(server, 10 * MINUTE);
    expect(alertsAt(await scrape(server))).toEqual(['RangoliLogStalls']);
  } finally {
    client.release(true);
  }
});

it('RangoliMailsWait, then RangoliPaymentsWait: the mail server is away, and nobody decides a deposit', async () => {
  const server = await started({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
  const player = await givenPlayer(server);
  await advance(server, 20 * MINUTE);
  expect(alertsAt(await scrape(server))).toEqual(['RangoliMailsWait']);
  await tamper(server.database, 'update mails set sent_at = now(), body = null');
  await requestDeposit(player, 100);
  await advance(server, 25 * HOUR);
  expect(alertsAt(await scrape(server))).toEqual(['RangoliPaymentsWait']);
});

it('RangoliBooksWrong, then RangoliBooksNotAudited: money appeared, then the audit can’t run', async () => {
  const server = await started();
  leaveBroken(
    server.database,
    'every stored balance is the sum of its transfers',
    'all accounts together hold nothing',
    'every published total of balances is the ledger’s',
  );
  await givenPlayer(server, { rupees: 10 });
  await tamper(server.database, `update ledger_accounts set balance = balance + 1 where kind = 'player_available'`);
  // From 09:00 in India to 03:00.
  await advance(server, 18 * HOUR);
  await expect.poll(async () => alertsAt(await scrape(server))).toEqual(['RangoliBooksWrong']);
  const client = await server.database.pool.connect();
  try {
    await client.query('begin; lock table book_audits in exclusive mode');
    await advance(server, 31 * HOUR);
    expect(alertsAt(await scrape(server))).toEqual(['RangoliBooksNotAudited', 'RangoliBooksWrong']);
  } finally {
    client.release(true);
  }
});

it('RangoliBankDrift: the day closed last differs from the ledger', async () => {
  const server = await started();
  await tamper(
    server.database,
    `insert into statement_days (payee_id, day, opening, money_in, money_out, closing, ledger_opening, ledger_in, ledger_out,
                                 set_aside, ledger_closing, drift, reason, closed_by, closed_at)
     values (1, '2026-11-18', 0, 0, 0, 900, 0, 0, 0, 0, 0, 900, 'a reason that is long enough', 1, now())`,
  );
  expect(alertsAt(await scrape(server))).toEqual(['RangoliBankDrift']);
});

it('RangoliMonthsMissing: the partitions of the months to come could not be made', async () => {
  const server = await started();
  await tamper(server.database, 'drop table bets_2701; drop table bets_2702');
  expect(alertsAt(await scrape(server))).toEqual(['RangoliMonthsMissing']);
});

function ask(server: TestServer, query: string, token?: string): Promise<Response> {
  return fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
}

function placeBet(server: TestServer, token: string): Promise<Response> {
  const { gameId } = slotAt('sapreHalf', server.clock.now());
  return fetch(`${server.url}/sapre/placeBet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ gameId, amount: 10, betType: 'number', betValue: 1 }),
  });
}
