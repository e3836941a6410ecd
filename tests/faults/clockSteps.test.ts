import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { measureClockOffset } from '../../db/clockOffset.ts';
import { type RunningServer, startServer } from '../../server/composition/compose.ts';
import { lengthMs, slotAt } from '../../server/domain/contests/gameTypes.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import { followClock } from '../../server/platform/followClock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { FakeMachine } from '../support/fakeMachine.ts';
import { ledgerFaults } from '../support/rounds.ts';
import { openDomain } from '../support/domain.ts';
import { givenPlayer, type Person, signIn } from '../support/world/people.ts';
import { TEST_START, testServerOptions } from '../support/server.ts';

const MINUTE = 60_000;
const STEPS = [5 * MINUTE, -5 * MINUTE, 60 * MINUTE, -60 * MINUTE];
/** Advances time in steps, so that the servers' queries are answered in between. */
const PIECE_MS = 250;

let database: TestDatabase;
/** The server whose clock steps is the first. */
let machines: FakeMachine[];
let servers: RunningServer[];
let player: Person;
let elsewhere: Person;
let now = TEST_START + 1_000;

beforeAll(async () => {
  database = await createTestDatabase();
  setDatabaseClock(database.address, now, 'still');
  // Machines whose wall clock is wrong from the start: the database's clock counts.
  machines = [new FakeMachine(now + 4_321), new FakeMachine(now - 98_765)];
  servers = [];
  for (const machine of machines) {
    const options = testServerOptions(database.address, new ManualClock(0), {});
    servers.push(await startServer({ ...options, clock: undefined, machine }));
  }
  const [stepping, other] = servers.map(({ url }) => ({ url, database }));
  if (!stepping || !other) throw new Error('the servers are missing');
  player = await givenPlayer(stepping, { rupees: 1_000 });
  elsewhere = await signIn(other, player.email, player.password);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.close();
});

async function settle(): Promise<void> {
  await Promise.all(servers.map(({ contestClock }) => contestClock.idle()));
  await new Promise((resolve) => setTimeout(resolve, 5));
}

async function passUntil(instant: number): Promise<void> {
  while (now < instant) {
    const ms = Math.min(PIECE_MS, instant - now);
    now += ms;
    setDatabaseClock(database.address, now, 'still');
    for (const machine of machines) machine.pass(ms);
    await settle();
  }
}

async function running(person: Person) {
  const { activeContest } = await person.execute(
    '{ activeContest(gameType: SAPRE_HALF) { gameId state winningNumber serverTime } }',
  );
  return activeContest as { gameId: string; state: string; winningNumber: number | null; serverTime: string };
}

/** Places a bet; returns the outcome. */
async function bet(person: Person, gameId: string): Promise<string> {
  const { __typename, code } = await person.attempt(
    'placeBet',
    { gameId, selection: { number: 7 }, amount: '1.00' },
    '__typename',
  );
  return (code ?? __typename) as string;
}

describe('one of two servers whose machine steps', () => {
  it.each(STEPS)('by %d ms publishes nothing early, takes no late bet and plays on', async (step) => {
    await passUntil(slotAt('sapreHalf', now).endsAt + 1_000);
    const { gameId, closesAt, endsAt } = slotAt('sapreHalf', now);
    expect(await bet(player, gameId)).toBe('PlaceBetPayload');

    machines[0]?.step(step);
    for (const person of [player, elsewhere]) expect(await bet(person, gameId)).toBe('PlaceBetPayload');
    await passUntil(now + 2_000);
    for (const person of [player, elsewhere]) {
      expect(await bet(person, gameId)).toBe('PlaceBetPayload');
      const { serverTime } = await running(person);
      expect(Math.abs(Date.parse(serverTime) - now)).toBeLessThanOrEqual(2);
    }
    await passUntil(closesAt);
    for (const person of [player, elsewhere]) expect(await bet(person, gameId)).toBe('BETTING_CLOSED');
    await passUntil(endsAt - 2);
    expect(await running(player)).toMatchObject({ gameId, state: 'CLOSED', winningNumber: null });

    await passUntil(endsAt + 2);
    const next = slotAt('sapreHalf', endsAt).gameId;
    for (const person of [player, elsewhere]) {
      expect(await running(person)).toMatchObject({ gameId: next, state: 'OPEN' });
      expect(await bet(person, next)).toBe('PlaceBetPayload');
    }
    const { rows } = await database.pool.query(
      `select state, decided_at >= ends_at as in_time from contests where game_id = $1`,
      [gameId],
    );
    expect(rows).toEqual([{ state: 'SETTLED', in_time: true }]);
  });

  it('leaves every round decided at its end and the books in order', async () => {
    const { rows } = await database.pool.query(
      `select game_id from contests where decided_at not between ends_at and ends_at + interval '250 milliseconds'
          or closed_at < closes_at or settled_at < ends_at
       union all select game_id from contests c join bets b on b.contest_id = c.id where b.placed_at >= c.closes_at`,
    );
    expect(rows).toEqual([]);
    const { rows: played } = await database.pool.query(
      `select count(*)::int as rounds from contests where game_type = 'sapreHalf'`,
    );
    const from = TEST_START / lengthMs('sapreHalf');
    expect(played).toEqual([{ rounds: Math.floor(now / lengthMs('sapreHalf')) - from + 1 }]);
    expect(await ledgerFaults(openDomain(database))).toEqual([]);
  });
});

describe('the offset to a database’s clock', () => {
  it.each([4_321, -98_765])('of %d ms is measured and followed', async (aheadMs) => {
    const other = await createTestDatabase();
    setDatabaseClock(other.address, aheadMs, 'running');
    const { pool, close } = openDatabase(other.app.address, { max: 1 });
    const { clock, stop } = await followClock(
      () => measureClockOffset(pool),
      servers[0]?.services.log ?? expect.fail('no server'),
    );
    expect(Math.abs(clock.now() - (Date.now() + aheadMs))).toBeLessThan(1_000);
    await stop();
    await close();
    await other.close();
  });
});
