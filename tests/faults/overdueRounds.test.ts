import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { createMetrics, showOverdueRounds } from '../../server/platform/metrics.ts';
import { type ContestClock, startContestClock } from '../../server/jobs/contestClock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { FaultyWire } from '../support/faultyWire.ts';
import { appAddressOf } from '../support/postgres.ts';

const STEP_MS = 50;

interface Line {
  msg: string;
  gameType?: string;
  rounds?: number;
}

let database: TestDatabase;
let wire: FaultyWire;
let pool: Database;
let domain: TestDomain;
let games: ContestClock;
let log: Line[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  wire = await FaultyWire.open(database.address);
  pool = openDatabase(appAddressOf(wire.address), { max: 3 });
  domain = openDomain(database);
  domain.services.db = pool.db;
  domain.services.log = pino({ level: 'error' }, { write: (line: string) => log.push(JSON.parse(line) as Line) });
  games = startContestClock(domain.services, { chainLength: 100 });
  await games.idle();
});
afterAll(async () => {
  await games.stop();
  await pool.close();
  await wire.close();
  await database.close();
});
beforeEach(() => {
  log = [];
});

async function advance(ms: number): Promise<void> {
  domain.clock.advance(ms);
  await games.idle();
}

/** Makes the database unavailable at the end of the running half-minute round. */
async function loseDatabaseAtEnd(): Promise<void> {
  const { endsAt } = slotAt('sapreHalf', domain.clock.now());
  await advance(endsAt - domain.clock.now() - 1);
  await wire.close();
  await advance(1);
}

async function recover(): Promise<void> {
  await wire.listen();
  await advance(5_000);
}

const failures = () =>
  log.filter(({ msg, gameType }) => gameType === 'sapreHalf' && msg.startsWith('advancing')).length;

/** Milliseconds of the game's clock until its next failing turn, in whole steps. */
async function retryDelay(): Promise<number> {
  const before = failures();
  for (let waited = STEP_MS; ; waited += STEP_MS) {
    await advance(STEP_MS);
    if (failures() > before) return waited;
  }
}

it('a round that can’t be decided is a metric and an error in the log, until it has been paid', async () => {
  const metrics = createMetrics();
  showOverdueRounds(metrics, () => games.overdue());
  const shown = () => metrics.registry.getSingleMetricAsString('rangoli_overdue_rounds');
  const overdueLines = () => log.filter(({ msg }) => msg === 'rounds are overdue');
  await loseDatabaseAtEnd();
  await advance(9_999);
  expect(games.overdue()).toEqual({ sapreHalf: 0, sapreOne: 0, sapreThree: 0 });
  expect(overdueLines()).toEqual([]);
  await advance(1);
  expect(games.overdue()).toMatchObject({ sapreHalf: 1, sapreThree: 0 });
  expect(await shown()).toContain('rangoli_overdue_rounds{game="sapreHalf"} 1');
  expect(overdueLines()).toContainEqual(expect.objectContaining({ gameType: 'sapreHalf', rounds: 1 }));
  await advance(30_000);
  expect(games.overdue().sapreHalf).toBe(2);
  await recover();
  expect(await shown()).toContain('rangoli_overdue_rounds{game="sapreHalf"} 0');
  log = [];
  await advance(20_000);
  expect(log).toEqual([]);
});

it('a game is retried after 100 ms, then with backoff up to a second, and after 100 ms again after the next failure', async () => {
  for (let trouble = 0; trouble < 2; trouble++) {
    await loseDatabaseAtEnd();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) delays.push(await retryDelay());
    expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    await recover();
  }
});
