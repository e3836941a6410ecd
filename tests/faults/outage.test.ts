import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  activeContest,
  contestByGameId,
  contestCount,
  listContests,
} from '../../server/domain/contests/contestQueries.ts';
import { gameTypes, slotAt } from '../../server/domain/contests/gameTypes.ts';
import { startContestClock } from '../../server/jobs/contestClock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain } from '../support/domain.ts';
import { balanceOf, currentContest, ledgerFaults, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const anybody = { kind: 'anonymous' } as const;
const HOUR = 3_600_000;

let database: TestDatabase;
let games: RunningGames;

beforeEach(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
});
afterEach(async () => {
  await games.games.stop();
  await database.close();
});

describe.each(['the servers were gone', 'the clock stood still'])('an hour in which %s', (kind) => {
  it.each(gameTypes)('leaves no bet of %s unpaid and invents no round', async (gameType) => {
    const [player] = (await givenPlayers(games, 1)) as [bigint];
    const before = await currentContest(games, gameType);
    const everyNumber = Array.from({ length: 10 }, (_, selection) => ({
      playerId: player,
      contestId: before.id,
      selection,
      paise: 100n,
    }));
    await placeBets(games, everyNumber);
    games.published.length = 0;

    if (kind === 'the servers were gone') {
      await games.games.stop();
      games.clock.advance(HOUR + 1_000);
      games.games = startContestClock(games.services);
      await games.games.idle();
    } else {
      await games.moveTo(games.clock.now() + HOUR + 1_000);
    }

    expect(await contestByGameId(games.as(anybody), before.gameId)).toMatchObject({ state: 'SETTLED', betCount: 10 });
    expect(await balanceOf(games, player)).toBe(100_000n - 1_000n + 960n);
    expect(await contestCount(games.as(anybody), gameType)).toBe(1);
    const now = await activeContest(games.as(anybody), gameType);
    expect(now).toMatchObject({ number: 2, chainIndex: 2, gameId: slotAt(gameType, games.clock.now()).gameId });
    // Rounds that ended meanwhile are settled before anything new begins.
    const phases = games.published.flatMap((event) =>
      event.type === 'contestChanged' && event.gameType === gameType ? [event.phase] : [],
    );
    expect(phases).toEqual(['CLOSED', 'DECIDED', 'SETTLED', 'OPENED']);
    expect(await ledgerFaults(games)).toEqual([]);
  });
});

describe('a server that starts when a slot’s betting time is over', () => {
  it.each([0, 10_000])(
    'by %d ms waits for the next slot, because no bet could have been placed in this one',
    async (lateMs) => {
      const fresh = await createTestDatabase();
      const late = openDomain(fresh, new Date(Date.parse('2026-11-20T12:00:30+05:30') + lateMs).toISOString());
      const clock = startContestClock(late.services, { chainLength: 10 });
      await clock.idle();
      expect(await activeContest(late.as(anybody), 'sapreOne')).toBeNull();
      expect(await activeContest(late.as(anybody), 'sapreThree')).not.toBeNull();
      late.clock.advance(30_000 - lateMs);
      await clock.idle();
      expect(await activeContest(late.as(anybody), 'sapreOne')).toMatchObject({ number: 1, state: 'OPEN' });
      await clock.stop();
      await fresh.close();
    },
  );
});

describe('a database that is away for a while', () => {
  it('is retried until it answers, and nothing is lost', async () => {
    const contest = await currentContest(games, 'sapreHalf');
    const { execute, select } = games.services.db;
    const away = () => {
      throw new Error('the database is away');
    };
    Object.assign(games.services.db, { select: away, execute: away });
    await games.moveTo(contest.closesAt);
    await games.moveTo(contest.endsAt);
    await games.moveTo(Number(contest.endsAt) + 300);
    Object.assign(games.services.db, { select, execute });
    expect((await contestByGameId(games.as(anybody), contest.gameId))?.state).toBe('CLOSED');
    for (let tries = 0; tries < 20; tries++) await games.moveTo(games.clock.now() + 500);
    expect((await contestByGameId(games.as(anybody), contest.gameId))?.state).toBe('SETTLED');
    const { rows } = await listContests(games.as(anybody), 'sapreHalf', { limit: 10 });
    expect(rows.map(({ number }) => number)).toEqual([1]);
    expect((await currentContest(games, 'sapreHalf')).number).toBe(2);
  });
});

describe('a step that fails', () => {
  /** While `work` runs, the database refuses every write to `table`. */
  async function withoutWriting(table: string, work: () => Promise<void>): Promise<void> {
    await database.pool.query(
      `create trigger broken before insert on ${table} for each statement execute function refuse_change()`,
    );
    await work();
    await database.pool.query(`drop trigger broken on ${table}`);
  }

  it('when the next round can’t be opened, leaves the decision and the paying alone', async () => {
    const contest = await currentContest(games, 'sapreHalf');
    await withoutWriting('contests', () => games.moveTo(contest.endsAt));
    expect(await contestByGameId(games.as(anybody), contest.gameId)).toMatchObject({ state: 'SETTLED' });
    expect(await activeContest(games.as(anybody), 'sapreHalf')).toBeNull();
    await games.moveTo(games.clock.now() + 5_000);
    expect(await activeContest(games.as(anybody), 'sapreHalf')).toMatchObject({
      number: 2,
      chainIndex: 2,
      state: 'OPEN',
    });
  });

  it('when paying fails, the games go on and it is retried', async () => {
    const [player] = (await givenPlayers(games, 1)) as [bigint];
    const contest = await currentContest(games, 'sapreHalf');
    await placeBets(
      games,
      [10, 11, 12].map((selection) => ({ playerId: player, contestId: contest.id, selection, paise: 100n })),
    );
    await withoutWriting('bet_payouts', async () => {
      await games.moveTo(contest.endsAt);
      expect(await activeContest(games.as(anybody), 'sapreHalf')).toMatchObject({ number: 2 });
      await games.moveTo(Number(contest.endsAt) + 100);
      expect(await contestByGameId(games.as(anybody), contest.gameId)).toMatchObject({ state: 'DECIDED' });
      expect(await balanceOf(games, player)).toBe(100_000n - 300n);
    });
    await games.moveTo(games.clock.now() + 5_000);
    expect(await contestByGameId(games.as(anybody), contest.gameId)).toMatchObject({ state: 'SETTLED' });
    expect(await ledgerFaults(games)).toEqual([]);
  });
});
