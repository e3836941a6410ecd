import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appearanceOrder } from '../../server/domain/contests/draw.ts';
import { cutoffMs, gameTypes, lengthMs } from '../../server/domain/contests/gameTypes.ts';
import {
  activeContest,
  contestByGameId,
  contestCount,
  contestsById,
  gameIdsBeside,
  listContests,
  listContestsByOffset,
} from '../../server/domain/contests/contestQueries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectedPayout } from '../support/expectedPayout.ts';
import { currentContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';

const anonymous = { kind: 'anonymous' } as const;

describe.each(gameTypes)('a whole round of %s', (gameType) => {
  let database: TestDatabase;
  let games: RunningGames;
  const start = Date.parse('2026-11-20T12:00:00+05:30');
  const end = start + lengthMs(gameType);
  const closing = end - cutoffMs(gameType);

  beforeAll(async () => {
    database = await createTestDatabase();
    games = await runGames(database);
  });
  afterAll(async () => {
    await games.games.stop();
    await database.close();
  });

  it('is open from the start of its slot, with who will decide it', async () => {
    const contest = await currentContest(games, gameType);
    expect(contest).toMatchObject({
      state: 'OPEN',
      number: 1,
      chainIndex: 1,
      decidedBy: 'DRAW',
      profitabilityLevel: null,
      ruleVersion: null,
      drawVersion: 'colour-pf/1',
    });
    expect([contest.startsAt, contest.closesAt, contest.endsAt].map(Number)).toEqual([start, closing, end]);
    expect(contest).toMatchObject({ winningNumber: null, seed: null, outcomes: null, figures: null });
    expect(await activeContest(games.as(anonymous), gameType)).toEqual(contest);
  });

  it('takes bets until a millisecond before evaluationTime, and closes then', async () => {
    await games.moveTo(closing - 1);
    expect((await currentContest(games, gameType)).state).toBe('OPEN');
    await games.moveTo(closing);
    expect((await currentContest(games, gameType)).state).toBe('CLOSED');
    expect(games.published).toContainEqual(expect.objectContaining({ gameType, phase: 'CLOSED' }));
  });

  it('keeps its number secret to the end', async () => {
    await games.moveTo(end - 1);
    const contest = await activeContest(games.as(anonymous), gameType);
    expect(contest).toMatchObject({ state: 'CLOSED', winningNumber: null, seed: null, outcomes: null });
    expect(await contestCount(games.as(anonymous), gameType)).toBe(0);
  });

  it('is decided and paid at its end, when the next round opens', async () => {
    const { gameId } = await currentContest(games, gameType);
    await games.moveTo(end);
    const ended = await contestByGameId(games.as(anonymous), gameId);
    if (!ended?.seed) throw new Error('the round was not decided');
    expect(ended).toMatchObject({ state: 'SETTLED', decidedBy: 'DRAW', totalStakes: 0n, betCount: 0 });
    expect(ended.winningNumber).toBe(appearanceOrder(ended.seed, gameType, gameId)[0]);
    expect(createHash('sha256').update(ended.seed).digest()).toEqual(ended.commitment);

    const next = await currentContest(games, gameType);
    expect(next).toMatchObject({ state: 'OPEN', number: 2, chainIndex: 2, chainId: ended.chainId });
    expect(next.startsAt).toEqual(ended.endsAt);
    expect(next.commitment).toEqual(ended.seed);
  });

  it('announces each step once, in order', () => {
    const phases = games.published.flatMap((event) =>
      event.type === 'contestChanged' && event.gameType === gameType ? [`${event.phase} ${event.contestId}`] : [],
    );
    const [first, second] = [phases[0]?.split(' ')[1], phases.at(-1)?.split(' ')[1]];
    expect(phases.filter((phase) => phase.endsWith(` ${first}`))).toEqual(
      ['OPENED', 'CLOSED', 'DECIDED', 'SETTLED'].map((phase) => `${phase} ${first}`),
    );
    expect(new Set(phases).size).toBe(phases.length);
    expect(second).toBeDefined();
  });

  it('publishes what each number would have paid, floored per bet', async () => {
    const [playerId = 0n] = await givenPlayers(games, 1);
    const contest = await currentContest(games, gameType);
    const bets = Array.from({ length: 13 }, (_, selection) => ({ selection, paise: 101n }));
    await placeBets(
      games,
      bets.map((bet) => ({ ...bet, playerId, contestId: contest.id })),
    );
    await games.moveTo(contest.endsAt);
    const ended = await contestByGameId(games.as(anonymous), contest.gameId);
    expect(ended?.outcomes?.map(({ payouts }) => payouts)).toEqual(
      Array.from({ length: 10 }, (_, number) =>
        bets.reduce((sum, { selection, paise }) => sum + expectedPayout(selection, paise, number), 0n),
      ),
    );
  });
});

describe('lists of contests', () => {
  let database: TestDatabase;
  let games: RunningGames;

  beforeAll(async () => {
    database = await createTestDatabase();
    games = await runGames(database);
    for (let round = 1; round <= 25; round++) await games.moveTo(games.clock.now() + lengthMs('sapreHalf'));
  });
  afterAll(async () => {
    await games.games.stop();
    await database.close();
  });

  it('hold decided contests only, newest first, numbered without gaps', async () => {
    const page = await listContests(games.as(anonymous), 'sapreHalf', { limit: 10 });
    expect(page.rows.map(({ number }) => number)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);
    expect(page).toMatchObject({ hasNext: true, hasPrevious: false });
    expect(page.rows.every(({ winningNumber, seed }) => winningNumber !== null && seed !== null)).toBe(true);
    const last = await listContests(games.as(anonymous), 'sapreHalf', { limit: 10, after: 6n });
    expect(last.rows.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect(last.hasNext).toBe(false);
  });

  it('page by offset as by key', async () => {
    const ctx = games.as(anonymous);
    const numbers = async (offset: number, limit: number) =>
      (await listContestsByOffset(ctx, 'sapreHalf', { offset, limit })).map(({ number }) => number);
    expect(await numbers(0, 3)).toEqual([25, 24, 23]);
    expect(await numbers(23, 10)).toEqual([2, 1]);
    expect(await numbers(25, 10)).toEqual([]);
    expect(await contestCount(ctx, 'sapreHalf')).toBe(25);
  });

  it.each([
    [0, 0],
    [0, 101],
    [-1, 10],
    [0.5, 10],
    [0, 1.5],
    [0, NaN],
  ])('refuse offset %d with limit %d', async (offset, limit) => {
    await expect(listContestsByOffset(games.as(anonymous), 'sapreHalf', { offset, limit })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('form one chain of seeds, each hashing to the one before', async () => {
    const { rows } = await listContests(games.as(anonymous), 'sapreHalf', { limit: 100 });
    for (const [newer, older] of rows.slice(0, -1).map((contest, at) => [contest, rows[at + 1]] as const)) {
      expect(newer.commitment).toEqual(older?.seed);
      expect(
        createHash('sha256')
          .update(newer.seed ?? '')
          .digest(),
      ).toEqual(newer.commitment);
    }
    for (const { seed, gameId, winningNumber } of rows) {
      expect(appearanceOrder(seed ?? Buffer.alloc(0), 'sapreHalf', gameId)[0]).toBe(winningNumber);
    }
  });

  it('lead from each contest to the ones beside it in its game, as far as there are any', async () => {
    const ctx = games.as(anonymous);
    const { rows } = await listContests(ctx, 'sapreHalf', { limit: 100 });
    const running = await currentContest(games, 'sapreHalf');
    const newestFirst = [running, ...rows].map(({ gameId }) => gameId);
    const beside = await gameIdsBeside(ctx, [running.id, ...rows.map(({ id }) => id), 999_999n]);
    const expected = newestFirst.map((_, at) => ({
      previous: newestFirst[at + 1] ?? null,
      next: newestFirst[at - 1] ?? null,
    }));
    expect(beside).toEqual([...expected, { previous: null, next: null }]);
  });

  it('give contests by id, leaving out what is none', async () => {
    const { id } = await currentContest(games, 'sapreOne');
    const found = await contestsById(games.as(anonymous), [id, 999_999n]);
    expect(found.map((contest) => contest.id)).toEqual([id]);
    expect(await contestByGameId(games.as(anonymous), 'sapreOne-1')).toBeNull();
  });
});
