import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runningEmbedded, startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE } from '../../db/roles.ts';
import { type RunningServer, startServer } from '../../server/composition/compose.ts';
import { commonPeriodMs, gameTypes, slotAt } from '../../server/domain/contests/gameTypes.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import { openBoth, type TestDatabase } from '../support/database.ts';
import { movableClock, setDatabaseClock } from '../support/databaseClock.ts';
import { openDomain } from '../support/domain.ts';
import { FakeMachine } from '../support/fakeMachine.ts';
import { memoryFolder } from '../support/memoryFolder.ts';
import { runStatement, type ServerAddress } from '../support/postgres.ts';
import { ledgerFaults } from '../support/rounds.ts';
import { givenPlayer, type Person, signIn } from '../support/world/people.ts';
import { TEST_START, testServerOptions } from '../support/server.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
/** Advances time in steps, so that the server's queries are answered in between. */
const PIECE_MS = 5_000;
const enumOf = { sapreHalf: 'SAPRE_HALF', sapreOne: 'SAPRE_ONE', sapreThree: 'SAPRE_THREE' } as const;

/** A server that starts its own PostgreSQL, on a machine whose wall clock both read. */
let dataDir: string;
let address: ServerAddress;
let machine: FakeMachine;
let server: RunningServer;
let database: TestDatabase;
let player: Person;

beforeAll(async () => {
  dataDir = mkdtempSync(join(memoryFolder(), 'rangoli-clock-'));
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, durable: false });
  await migrate(postgres.address, { appRole: APP_ROLE });
  await runStatement(postgres.address, movableClock());
  await postgres.stop();
  address = postgres.address;
  machine = new FakeMachine(TEST_START + SECOND);
  await start();
  player = await givenPlayer({ url: server.url, database }, { rupees: 1_000 });
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  showTime();
  const options = testServerOptions(address, new ManualClock(0), {});
  const config = { ...options.config, database: { dataDir } };
  server = await startServer({ ...options, config, clock: undefined, machine });
  const running = runningEmbedded({ dataDir });
  if (!running) throw new Error('the database is missing');
  database = openBoth(running.address, { max: 2 });
}

async function stop(): Promise<void> {
  await database.close();
  await server.stop();
}

/** Sets the wall clock that the database reads. */
function showTime(inMs = 0): void {
  setDatabaseClock(address, machine.wall() + inMs, 'still');
}

function setMachine(byMs: number): void {
  machine.step(byMs);
  showTime();
}

const now = () => server.services.clock.now();
const leadMs = () => now() - machine.wall();

async function pass(ms: number): Promise<void> {
  showTime(ms);
  machine.pass(ms);
  await server.contestClock.idle();
}

/** Advances until the server's clock shows `instant`. */
async function passUntil(instant: number): Promise<void> {
  while (now() < instant) await pass(Math.min(PIECE_MS, instant - now()));
}

async function databaseClock(): Promise<number> {
  const { rows } = await database.app.pool.query<{ now: number }>(
    `select extract(epoch from db_now())::float8 * 1000 as now`,
  );
  return rows[0]?.now ?? Number.NaN;
}

type GameType = (typeof gameTypes)[number];

async function running(gameType: GameType) {
  const { activeContest } = await player.execute(
    `{ activeContest(gameType: ${enumOf[gameType]}) { gameId state winningNumber } }`,
  );
  return activeContest as { gameId: string; state: string; winningNumber: number | null };
}

/** Places a bet; returns the outcome. */
async function bet(gameType: GameType, instant = now()): Promise<string> {
  const input = { gameId: slotAt(gameType, instant).gameId, selection: { number: 7 }, amount: '1.00' };
  const { __typename, code } = await player.attempt('placeBet', input, '__typename');
  return (code ?? __typename) as string;
}

async function statesOf(gameIds: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    `select state from contests where game_id = any($1) order by game_id`,
    [gameIds],
  );
  return rows.map(({ state }) => state);
}

/** Advances to 70 s before all rounds end together; returns that instant. */
async function nearCommonEnd(): Promise<number> {
  const commonEnd = Math.ceil((now() + 71 * SECOND) / commonPeriodMs) * commonPeriodMs;
  await passUntil(commonEnd - 70 * SECOND);
  player = await signIn({ url: server.url, database }, player.email, player.password);
  return commonEnd;
}

/** Within 2 s the server and the database have both started the correction. */
async function noticed(): Promise<void> {
  await pass(250);
  await vi.waitFor(async () => expect(Math.abs((await databaseClock()) - now())).toBeLessThanOrEqual(100));
}

async function playsOnUntil(commonEnd: number): Promise<void> {
  expect(await bet('sapreHalf')).toBe('PlaceBetPayload');
  const { gameId, closesAt, endsAt } = slotAt('sapreHalf', now());
  await passUntil(closesAt - 1);
  expect(await bet('sapreHalf')).toBe('PlaceBetPayload');
  await pass(1);
  expect(await bet('sapreHalf')).toBe('BETTING_CLOSED');
  await passUntil(endsAt - 2);
  expect(await running('sapreHalf')).toEqual({ gameId, state: 'CLOSED', winningNumber: null });
  await pass(4);
  expect(await statesOf([gameId])).toEqual(['SETTLED']);
  expect(await bet('sapreHalf')).toBe('PlaceBetPayload');

  await passUntil(commonEnd - 30 * SECOND - 1);
  expect(await bet('sapreThree')).toBe('PlaceBetPayload');
  await pass(1);
  expect(await bet('sapreThree')).toBe('BETTING_CLOSED');
}

describe('an embedded database’s machine whose time is set', () => {
  it.each([
    { by: 5 * MINUTE, leadAfter: 0 },
    { by: 60 * MINUTE, leadAfter: 0 },
    { by: -5 * MINUTE, leadAfter: 6 * MINUTE },
    { by: -60 * MINUTE, leadAfter: 66 * MINUTE },
  ])('by $by ms ends its rounds on time and goes on in the new grid', async ({ by, leadAfter }) => {
    const commonEnd = await nearCommonEnd();
    const endsIn = machine.monotonic() + 70 * SECOND;
    expect(await bet('sapreHalf')).toBe('PlaceBetPayload');
    expect(await bet('sapreThree')).toBe('PlaceBetPayload');
    setMachine(by);
    // Until the step is detected a bet may be refused, because the database's clock differs.
    expect(['PlaceBetPayload', 'BETTING_CLOSED']).toContain(await bet('sapreHalf'));
    await noticed();
    await playsOnUntil(commonEnd);

    const last = gameTypes.map((gameType) => slotAt(gameType, commonEnd - 1).gameId);
    await passUntil(commonEnd - 2);
    for (const gameType of gameTypes) {
      expect(await running(gameType)).toMatchObject({ state: 'CLOSED', winningNumber: null });
    }
    await pass(4);
    expect(machine.monotonic()).toBe(endsIn + 2);
    expect(await statesOf(last)).toEqual(['SETTLED', 'SETTLED', 'SETTLED']);
    expect(leadMs()).toBe(leadAfter);
    expect(await databaseClock()).toBe(now());
    player = await signIn({ url: server.url, database }, player.email, player.password);
    for (const gameType of gameTypes) {
      expect(await running(gameType)).toMatchObject({ gameId: slotAt(gameType, now()).gameId, state: 'OPEN' });
    }
    expect(await bet('sapreThree')).toBe('PlaceBetPayload');
  });

  it('keeps its lead over a restart, and what was bet', async () => {
    const lead = leadMs();
    expect(lead).toBeGreaterThan(0);
    const round = slotAt('sapreHalf', now());
    expect(await bet('sapreHalf')).toBe('PlaceBetPayload');
    await stop();
    machine.pass(3 * SECOND);
    await start();
    player = await signIn({ url: server.url, database }, player.email, player.password);
    expect(leadMs()).toBe(lead);
    expect(await databaseClock()).toBe(now());
    expect(await running('sapreHalf')).toMatchObject({ gameId: round.gameId, state: 'OPEN' });
    expect(await bet('sapreHalf')).toBe('PlaceBetPayload');
    await passUntil(round.endsAt + 2);
    expect(await statesOf([round.gameId])).toEqual(['SETTLED']);
  });

  it('loses its lead when it is set right, and no round with it', async () => {
    const before = now();
    setMachine(leadMs());
    await noticed();
    await playsOnUntil(await nearCommonEnd());
    expect(leadMs()).toBe(0);
    expect(now() - before).toBeLessThan(2 * commonPeriodMs);
  });

  it('has decided no round early, taken no late bet and lost no money', async () => {
    const { rows } = await database.pool.query(
      `select game_id from contests where decided_at < ends_at or closed_at < closes_at or settled_at < ends_at
       union all select game_id from contests c join bets b on b.contest_id = c.id where b.placed_at >= c.closes_at
       union all select c.game_id from contests c join contests before on before.game_type = c.game_type
          and before.number < c.number and before.ends_at > c.starts_at`,
    );
    expect(rows).toEqual([]);
    expect(await ledgerFaults(openDomain(database))).toEqual([]);
  });
});
