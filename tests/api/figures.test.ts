import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { balanceSeries } from '../../server/domain/records/balanceSeries.ts';
import { selectionFigures } from '../../server/domain/records/selectionFigures.ts';
import { drawCounts } from '../../server/domain/stats/drawCounts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusalCode } from '../support/refusal.ts';
import { balanceOf, nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { givenActor } from '../support/world/bulk.ts';
import { givenMember, givenPrimaryAdmin } from '../support/world/members.ts';

const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database, { startsAt: '2026-11-20T23:00:00+05:30' });
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

describe('the balance by day', () => {
  it('is that at the end of each day in India, the last one the wallet’s', async () => {
    const player = await givenMember(games, { rupees: 100 });
    await games.moveTo(games.clock.now() + DAY_MS);
    const contest = await nextContest(games, 'sapreHalf');
    await placeBets(games, [{ playerId: player.userId, contestId: contest.id, selection: 3, paise: 40_00n }]);
    expect((await balanceSeries(player.ctx(), 2)).map(({ balance }) => balance)).toEqual([100_00n, 100_00n]);
    await games.moveTo(contest.endsAt);
    expect(await balanceSeries(player.ctx(), 4)).toEqual([
      { day: '2026-11-18', balance: 0n },
      { day: '2026-11-19', balance: 0n },
      { day: '2026-11-20', balance: 100_00n },
      { day: '2026-11-21', balance: await balanceOf(games, player.userId) },
    ]);
    await games.moveTo(games.clock.now() + DAY_MS);
    const [before, today] = await balanceSeries(player.ctx(), 2);
    expect([before?.day, before?.balance]).toEqual(['2026-11-21', today?.balance]);
  });

  it.each([1, 93, 2.5, -1])('is refused for %d days', async (days) => {
    const player = await givenMember(games);
    expect(await refusalCode(balanceSeries(player.ctx(), days))).toBe('INVALID_INPUT');
  });

  it('is for players alone', async () => {
    const admin = games.as(await givenActor(games, 'admin'));
    expect(await refusalCode(balanceSeries(admin, 7))).toBe('FORBIDDEN');
    await expect(async () => selectionFigures(admin)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

it('sums a player’s bets by selection, without running rounds and bets of others', async () => {
  const [player, other] = [await givenMember(games, { rupees: 100 }), await givenMember(games, { rupees: 100 })];
  const first = await nextContest(games, 'sapreOne');
  const bet = (playerId: bigint, selection: number, paise: bigint, contestId = first.id) => ({
    playerId,
    contestId,
    selection,
    paise,
  });
  const numbers = Array.from({ length: 10 }, (_, number) => bet(player.userId, number, 1_00n));
  await placeBets(games, [...numbers, bet(player.userId, 4, 50n), bet(other.userId, 4, 9_00n)]);
  expect(await selectionFigures(player.ctx())).toEqual([]);
  await games.moveTo(first.endsAt);
  const next = await nextContest(games, 'sapreOne');
  await placeBets(games, [bet(player.userId, 12, 5_00n, next.id)]);

  const figures = await selectionFigures(player.ctx());
  expect(figures.map(({ selection }) => selection)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(figures[4]).toMatchObject({ bets: 2, staked: 1_50n });
  expect(figures.filter(({ returned }) => returned > 0n)).toHaveLength(1);
});

it('counts the fair draws of a game’s rounds, for everybody', async () => {
  const nobody = games.as({ kind: 'anonymous' });
  const counted = async () => (await drawCounts(nobody, 'sapreThree')).reduce((sum, count) => sum + count, 0);
  const before = await drawCounts(nobody, 'sapreThree');
  const contest = await nextContest(games, 'sapreThree');
  const started = await counted();
  await games.moveTo(contest.endsAt);
  const after = await drawCounts(nobody, 'sapreThree');
  expect(after).toHaveLength(10);
  expect(after.every((count, number) => count >= (before[number] ?? 0))).toBe(true);
  expect(await counted()).toBe(started + 1);

  const set = await nextContest(games, 'sapreThree');
  const beforeSet = await counted();
  await overrideContest((await givenPrimaryAdmin(games)).ctx(), {
    gameId: set.gameId,
    number: 4,
    reason: 'set by a test',
  });
  await games.moveTo(set.endsAt);
  expect(await counted()).toBe(beforeSet);
});
