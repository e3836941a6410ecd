import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import { activeGames, betsIn, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { DomainEvent } from '../../server/domain/events.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { givenActor } from '../support/domain.ts';
import { balanceOf, givenPlayers, ledgerFaults, nextContest } from '../support/rounds.ts';

let database: TestDatabase;
let games: Betting;
let contest: ContestView;
let player: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  contest = await nextContest(games, 'sapreOne');
  [player] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
});

async function givenOperatorMarked(number = 3): Promise<void> {
  await overrideContest(games.as(await givenActor(games, 'admin')), { gameId: contest.gameId, number });
}

const placed = (paise: bigint, key?: string) =>
  bet(games.player(player), { gameId: contest.gameId, selection: 3, paise, ...(key && { key }) });
const cancel = (key?: string) => cancelBets(games.player(player), { gameId: contest.gameId, idempotencyKey: key });

describe('cancelling in an operator-marked contest', () => {
  test('refunds all live bets of the player, and only theirs', async () => {
    const [other] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
    await placed(1_000n);
    await placed(250n);
    await bet(games.player(other), { gameId: contest.gameId, paise: 700n });
    await givenOperatorMarked();
    games.published.length = 0;

    expect(await cancel()).toEqual({
      contestId: contest.id,
      refunded: 2,
      amount: 1_250n,
      balanceAfter: 10_000n,
      replayed: false,
    });
    expect(await balanceOf(games, player)).toBe(10_000n);
    expect(await balanceOf(games, other)).toBe(9_300n);
    expect(await activeGames(games.player(player))).toEqual([]);
    expect(await ownStakes(games.player(player), [contest.id])).toMatchObject([{ betAmount: 0n }]);
    expect((await betsIn(games.player(player), contest.id)).map(({ cancelled }) => cancelled)).toEqual([true, true]);
    expect(games.published).toEqual<DomainEvent[]>([
      { type: 'walletChanged', playerIds: [String(player)] },
      { type: 'stakesChanged', gameType: 'sapreOne', contestId: String(contest.id) },
    ]);
  });

  test('leaves the player free to bet again, and to cancel that too', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    await cancel();
    await placed(400n);
    expect(await cancel()).toMatchObject({ refunded: 1, amount: 400n });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('keeps cancelled bets from winning and from the history', async () => {
    await placed(1_000n);
    await givenOperatorMarked(3);
    await cancel();
    await placed(100n);
    await games.moveTo(contest.endsAt);
    expect(await balanceOf(games, player)).toBe(10_860n);
    expect(await ownStakes(games.player(player), [contest.id])).toEqual([
      { contestId: contest.id, betAmount: 100n, winAmount: 960n },
    ]);
    expect((await betsIn(games.player(player), contest.id)).map(({ payout }) => payout)).toEqual([null, 960n]);
  });

  test('happens once per key, and repeats its answer', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    expect(await cancel('leave')).toMatchObject({ refunded: 1, replayed: false });
    await placed(300n);
    expect(await cancel('leave')).toMatchObject({
      refunded: 1,
      amount: 1_000n,
      balanceAfter: 10_000n,
      replayed: true,
    });
    expect(await balanceOf(games, player)).toBe(9_700n);
  });

  test('happens once, however often it is asked for at the same moment', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => cancel()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('keeps the first answer of a cancelled bet’s key', async () => {
    const first = await placed(1_000n, 'tap');
    await givenOperatorMarked();
    await cancel();
    expect(await placed(1_000n, 'tap')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });
});

describe('cancelling is refused', () => {
  test('where no operator has set the result', async () => {
    await placed(1_000n);
    await expect(cancel()).rejects.toMatchObject({ code: 'NOTHING_TO_CANCEL', extra: { field: 'gameId' } });
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('where the player has no live bet', async () => {
    await givenOperatorMarked();
    await expect(cancel()).rejects.toMatchObject({ code: 'NOTHING_TO_CANCEL' });
  });

  test('from evaluationTime on', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    games.clock.set(contest.closesAt.getTime());
    await expect(cancel()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    await games.games.idle();
    await expect(cancel()).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('for an unknown contest, and for anybody but players', async () => {
    const unknown = { gameId: 'sapreOne-200001010001' };
    await expect(cancelBets(games.player(player), unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const admin = games.as(await givenActor(games, 'admin'));
    await expect(cancelBets(admin, { gameId: contest.gameId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('in the end every balance is the sum of its transfers', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});
