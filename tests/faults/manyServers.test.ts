import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { contestByGameId, contestCount } from '../../server/domain/contests/contestQueries.ts';
import { gameTypes, lengthMs } from '../../server/domain/contests/gameTypes.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { startContestClock } from '../../server/jobs/contestClock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { currentContest, ledgerFaults, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const SERVERS = 3;
const anybody = { kind: 'anonymous' } as const;

let database: TestDatabase;
let games: RunningGames;
let published: DomainEvent[];
let advanceAll: (instant: number, skewMs?: number) => Promise<void>;
let stopAll: () => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
  // Each further server has its own connections and its own clock, which the test moves too.
  const others = Array.from({ length: SERVERS - 1 }, () => {
    const connections = openDatabase(database.address, { max: 6 });
    const server = openDomain({ ...database, app: { ...database.app, db: connections.db } });
    server.clock.set(games.clock.now());
    return { ...server, connections, games: startContestClock(server.services) };
  });
  const servers = [games, ...others];
  published = games.published;
  for (const { services } of others) services.events.on('contestChanged', (event) => published.push(event));
  advanceAll = async (instant, skewMs = 0) => {
    servers.forEach(({ clock }, at) => clock.set(instant + (at - 1) * skewMs));
    await Promise.all(servers.map((server) => server.games.idle()));
  };
  stopAll = async () => {
    await Promise.all(servers.map((server) => server.games.stop()));
    await Promise.all(others.map(({ connections }) => connections.close()));
  };
  await advanceAll(games.clock.now());
});
afterAll(async () => {
  await stopAll();
  await database.close();
});

describe('three servers on one database', () => {
  it('settle a large round once', async () => {
    const players = await givenPlayers(games, 1_000);
    const contest = await currentContest(games, 'sapreThree');
    const bets = players.flatMap((playerId) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((selection) => ({ playerId, contestId: contest.id, selection, paise: 100n })),
    );
    await placeBets(games, bets);
    published.length = 0;
    await advanceAll(Number(contest.closesAt));
    await advanceAll(Number(contest.endsAt));

    expect(await contestByGameId(games.as(anybody), contest.gameId)).toMatchObject({
      state: 'SETTLED',
      betCount: 10_000,
    });
    const phases = published.flatMap((event) =>
      event.type === 'contestChanged' && event.contestId === String(contest.id) ? [event.phase] : [],
    );
    expect(phases).toEqual(['CLOSED', 'DECIDED', 'SETTLED']);
    const { rows } = await database.pool.query(
      `select count(*)::int as payouts, count(distinct reference_id)::int as bets, sum(amount)::int as paise
         from transfers where kind = 'bet_payout'`,
    );
    expect(rows).toEqual([{ payouts: 1_000, bets: 1_000, paise: 960_000 }]);
    const { rows: balances } = await database.pool.query(
      `select distinct balance from ledger_accounts where kind = 'player_available'`,
    );
    expect(balances).toEqual([{ balance: 100_000n - 1_000n + 960n }]);
    expect(await ledgerFaults(games)).toEqual([]);
  });

  it('run twenty rounds as one server would, whatever their clocks differ', async () => {
    const counts = await Promise.all(gameTypes.map((gameType) => contestCount(games.as(anybody), gameType)));
    // From here on, rounds of all three games begin together.
    const start = games.clock.now();
    published.length = 0;
    for (let round = 1; round <= 20; round++) {
      // One server is 40 ms late, one 40 ms early.
      await advanceAll(start + round * lengthMs('sapreHalf'), 40);
    }
    await advanceAll(start + 20 * lengthMs('sapreHalf') + 40);
    const after = await Promise.all(gameTypes.map((gameType) => contestCount(games.as(anybody), gameType)));
    expect(after.map((count, at) => count - (counts[at] ?? 0))).toEqual([20, 10, 3]);
    const changes = published.flatMap((event) =>
      event.type === 'contestChanged' ? [`${event.contestId} ${event.phase}`] : [],
    );
    expect(new Set(changes).size).toBe(changes.length);
    expect(await ledgerFaults(games)).toEqual([]);
  });
});
