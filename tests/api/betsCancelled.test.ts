import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyKeys } from '../../db/schema/wallet.ts';
import { activeGames, betsIn, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { DomainEvent } from '../../server/domain/events.ts';
import { expectKeepsFromClosing, expectLockWait, holdContest } from '../support/contestLocks.ts';
import { bet, type Betting, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { balanceOf, ledgerFaults, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

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
  await overrideContest(games.as(await givenActor(games, 'admin')), {
    gameId: contest.gameId,
    number,
    reason: 'set by a test',
  });
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

  test('leaves no way back: the round takes no new bets', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    await cancel();
    await expect(placed(400n)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('keeps cancelled bets from winning and from the history', async () => {
    const [other] = (await givenPlayers(games, 1, { rupees: 100 })) as [bigint];
    await placed(1_000n);
    await bet(games.player(other), { gameId: contest.gameId, selection: 3, paise: 100n });
    await givenOperatorMarked(3);
    await cancel();
    await games.moveTo(contest.endsAt);
    expect(await balanceOf(games, player)).toBe(10_000n);
    expect(await balanceOf(games, other)).toBe(10_860n);
    expect(await ownStakes(games.player(player), [contest.id])).toMatchObject([{ betAmount: 0n }]);
    expect((await betsIn(games.player(player), contest.id)).map(({ payout }) => payout)).toEqual([null]);
  });

  test('happens once per key, and repeats its answer', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const first = await cancel('leave');
    expect(first).toMatchObject({ refunded: 1, amount: 1_000n, balanceAfter: 10_000n, replayed: false });
    expect(await cancel('leave')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('repeats an answer that was stored before answers had versions', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const first = await cancel('before');
    const answer = {
      contestId: { $bigint: String(contest.id) },
      refunded: 1,
      amount: { $bigint: '1000' },
      balanceAfter: { $bigint: '10000' },
    };
    await database.db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.userId, player));
    expect(await cancel('before')).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('happens once, however many concurrent calls there are', async () => {
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

describe('an operator-marked contest', () => {
  test('takes no new bets', async () => {
    await givenOperatorMarked();
    await expect(placed(100n)).rejects.toMatchObject({
      code: 'BETTING_CLOSED',
      message: 'Betting is closed for this round',
      extra: { field: 'gameId', contestId: contest.id },
    });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('still answers a known key with its bet', async () => {
    const first = await placed(1_000n, 'tap');
    await givenOperatorMarked();
    expect(await placed(1_000n, 'tap')).toEqual({ ...first, replayed: true });
    await expect(placed(2_000n, 'tap')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('takes no bet that was received before the override and placed after it', async () => {
    const receivedAt = new Date(games.clock.now());
    games.clock.set(games.clock.now() + 10);
    await givenOperatorMarked();
    const late = { gameId: contest.gameId, selection: 3, paise: 100n, receivedAt };
    await expect(bet(games.player(player), late)).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
  });

  test('takes no bet from a statement that goes past place_bets', async () => {
    await givenOperatorMarked();
    const insert = `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
                    select ${contest.id}, ${player}, 1, 100, 0, starts_at from contests where id = ${contest.id}`;
    await expect(database.pool.query(insert)).rejects.toThrow('not once an operator has set its number');
  });
});

describe('a cancellation from a statement that bypasses cancel_bets', () => {
  /** Cancels the player's last bet. */
  const statement = (at: number, contestId = contest.id) =>
    `insert into bet_cancellations (bet_id, contest_id, created_at)
       select max(id), ${contestId}, '${new Date(at).toISOString()}' from bets where player_id = ${player}`;
  const expectRefused = (at: number, contestId?: bigint) =>
    expect(database.pool.query(statement(at, contestId))).rejects.toThrow(
      'only in an open contest that an operator has marked',
    );

  test('is refused where no operator has set the number', async () => {
    await placed(1_000n);
    await expectRefused(games.clock.now());
  });

  test('is refused for a bet of another contest', async () => {
    await placed(1_000n);
    contest = await nextContest(games, 'sapreOne');
    await givenOperatorMarked();
    await expectRefused(games.clock.now());
  });

  test('is refused at the closing, and once the contest is closed', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    const closesAt = Number(contest.closesAt);
    await expectRefused(closesAt);
    await games.moveTo(contest.closesAt);
    await expectRefused(closesAt - 1);
  });

  test('keeps the contest from being closed until it is committed', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    await expectKeepsFromClosing(database, contest.id, statement(Number(contest.closesAt) - 1));
  });
});

describe('a cancellation that waits for the contest', () => {
  test('is refused by the clock when its turn comes', async () => {
    await placed(1_000n);
    await givenOperatorMarked();
    games.clock.set(Number(contest.closesAt) - 1);
    const release = await holdContest(database, contest.id);
    const cancelled = cancel();
    await expectLockWait(database);
    games.clock.set(Number(contest.closesAt));
    await release();
    await expect(cancelled).rejects.toMatchObject({ code: 'BETTING_CLOSED' });
    expect(await balanceOf(games, player)).toBe(9_000n);
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

  test('for an unknown contest, and for actors who aren’t players', async () => {
    const unknown = { gameId: 'sapreOne-200001010001' };
    await expect(cancelBets(games.player(player), unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const admin = games.as(await givenActor(games, 'admin'));
    await expect(cancelBets(admin, { gameId: contest.gameId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('in the end every balance is the sum of its transfers', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});
