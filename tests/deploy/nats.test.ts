import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { relayedEvents } from '../../server/composition/relay.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { busContract, type TestedBus } from '../support/busContract.ts';
import { createTestDatabase } from '../support/database.ts';
import { listenAt } from '../support/listen.ts';
import { startTestServer, TEST_START } from '../support/server.ts';
import { TestClock } from '../support/testClock.ts';
import { givenPlayer } from '../support/world/people.ts';
import { ensureProgram, freePort, runProgram, type RunningProgram } from './programs.ts';

const log = pino({ level: 'silent' });

/** Debian's nats-server, stopped and started on one port. */
async function openNats() {
  const port = await freePort();
  const path = ensureProgram('nats-server', 'nats-server');
  let program: RunningProgram | undefined;
  const start = async () => {
    const config = 'authorization { user: rangoli, password: secret }\n';
    const args = (folder: string) => [
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '-c',
      `${folder}/config`,
      '-l',
      `${folder}/log`,
    ];
    program = await runProgram(path, { config, args, port });
  };
  const stop = async () => {
    await program?.stop();
    program = undefined;
  };
  await start();
  return { url: `nats://rangoli:secret@127.0.0.1:${port}`, start, stop };
}

busContract('NATS', async (database): Promise<TestedBus> => {
  const { url, start, stop } = await openNats();
  const { address } = database;
  return {
    open: () => relayedEvents({ address, database, log, nats: { url, subject: 'rangoli.test' } }),
    start,
    stop,
    close: stop,
  };
});

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

it('a bus that stops under bets loses no bet, no end of a session and no result, and pages read anew', async () => {
  const nats = await openNats();
  closers.push(nats.stop);
  const database = await createTestDatabase();
  closers.push(() => database.close());
  const clock = new TestClock(TEST_START, database.address);
  const options = { database, clock, env: { EVENTS_URL: nats.url } };
  const one = await startTestServer(options);
  closers.push(() => one.stop());
  const two = await startTestServer(options);
  closers.push(() => two.stop());
  const asha = await givenPlayer(one, { rupees: 1_000 });
  const listener = listenAt(two.url, asha.accessToken);
  closers.push(() => listener.close());
  const wallet = listener.listen('subscription { walletChanged { available } }');
  const rounds = listener.listen(
    'subscription { contestChanged(gameType: SAPRE_HALF) { contest { gameId state winningNumber } } }',
  );
  const { activeContest } = await one.execute('{ activeContest(gameType: SAPRE_HALF) { gameId } }');
  const { gameId } = activeContest;
  const bet = () =>
    asha.perform(
      'placeBet',
      { gameId, selection: { color: 'RED' }, amount: '1', idempotencyKey: randomUUID() },
      'bet { id } wallet { available }',
    );
  const bets = async (count: number) => {
    for (let placed = 0; placed < count; placed += 1) await bet();
  };
  await bets(20);
  const available = () => wallet.events.at(-1)?.['walletChanged'].available;
  await expect.poll(available, { timeout: 10_000 }).toBe('980.00');

  const placing = bets(60);
  await nats.stop();
  await placing;
  await expect.poll(() => two.services.events.isWhole, { timeout: 20_000 }).toBe(false);
  // What ends a session travels in its transaction: the other server refuses the token although the bus is down.
  const bina = await givenPlayer(one);
  await bina.execute('{ viewer { user { uid } } }');
  const seen = async () => (await two.execute('{ viewer { user { uid } } }', {}, bina.accessToken))['viewer'];
  expect(await seen()).not.toBeNull();
  await bina.perform('logout', { refreshToken: bina.refreshToken }, 'ok');
  await expect(seen()).rejects.toThrow('UNAUTHENTICATED');

  clock.advance(60_000);
  await one.contestClock.idle();
  await two.contestClock.idle();
  await nats.start();
  await expect.poll(() => two.services.events.isWhole, { timeout: 20_000 }).toBe(true);
  expect(two.services.events.bus).toEqual({ isConnected: true, reconnects: 1 });
  const { rows } = await database.pool.query<{ bets: number; balance: string }>(
    `select (select count(*)::int from bets) as bets, (a.balance / 100.0)::numeric(12, 2)::text as balance
       from ledger_accounts a where a.kind = 'player_available' and a.player_id = (select min(player_id) from bets)`,
  );
  expect(rows[0]?.bets).toBe(80);
  await expect.poll(available, { timeout: 20_000 }).toBe(rows[0]?.balance);
  const ended = () =>
    rounds.events.some(
      ({ contestChanged: { contest } }) => contest.gameId === gameId && contest.winningNumber !== null,
    );
  const later = () => rounds.events.some(({ contestChanged: { contest } }) => contest.gameId > gameId);
  await expect.poll(() => ended() || later(), { timeout: 20_000 }).toBe(true);
  const faults = (await auditBooks(contextFor(one.services, { kind: 'system' }))).filter(
    ({ faultCount }) => faultCount > 0,
  );
  expect(faults).toEqual([]);
}, 120_000);
