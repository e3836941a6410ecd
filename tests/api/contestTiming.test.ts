import { afterAll, beforeAll, expect, it } from 'vitest';
import { slotAt } from '../../server/domain/contests/gameTypes.ts';
import { type ContestClock, startContestClock } from '../../server/jobs/contestClock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { MovableClock } from '../support/movableClock.ts';
import { currentContest, placeBets } from '../support/rounds.ts';
import { startTestServer } from '../support/server.ts';
import { givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;
let games: ContestClock;
let clock: MovableClock;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  clock = new MovableClock(database.address);
  domain.services.clock = clock;
  // Waits for the start of a round, which then runs in real time.
  clock.advance(slotAt('sapreHalf', clock.now()).endsAt - clock.now());
  games = startContestClock(domain.services, { chainLength: 100 });
  await games.idle();
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

/** The next change of a contest to this phase, by this server's clock. */
function reaches(contestId: bigint, phase: string): Promise<number> {
  return new Promise((resolve) => {
    domain.services.events.on('contestChanged', (change) => {
      if (change.contestId === String(contestId) && change.phase === phase) resolve(clock.now());
    });
  });
}

// How soon after its end: npm run bench -- hostile settlement.
it('a round in real time is closed and decided by its timers, not before the end, and paid at once', async () => {
  const players = await givenPlayers(domain, 20);
  domain.clock.set(clock.now());
  const contest = await currentContest(domain, 'sapreHalf');
  await placeBets(
    domain,
    players.map((playerId, at) => ({ playerId, contestId: contest.id, selection: at % 13, paise: 100n })),
  );
  const [closed, decided, settled] = ['CLOSED', 'DECIDED', 'SETTLED'].map((phase) => reaches(contest.id, phase));
  clock.advance(Number(contest.closesAt) - 50 - clock.now());
  expect((await closed) ?? 0).toBeGreaterThanOrEqual(Number(contest.closesAt));
  clock.advance(Number(contest.endsAt) - 50 - clock.now());
  expect((await decided) ?? 0).toBeGreaterThanOrEqual(Number(contest.endsAt));
  await settled;
});

it('a round is decided and paid while calls hold all the connections of theirs', async () => {
  const server = await startTestServer();
  const { db, events } = server.services;
  const { $client: pool } = db;
  const held = await Promise.all(Array.from({ length: pool.most }, () => pool.connect()));
  const phases: string[] = [];
  events.on('contestChanged', ({ gameType, phase }) => void (gameType === 'sapreHalf' && phases.push(phase)));
  server.clock.set(slotAt('sapreHalf', server.clock.now()).endsAt);
  try {
    await expect.poll(() => phases, { timeout: 10_000 }).toContain('SETTLED');
  } finally {
    for (const connection of held) connection.release();
    await server.stop();
  }
});
