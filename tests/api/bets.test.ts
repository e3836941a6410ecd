import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { activeGames, betsById, betsIn, listBets, listBetsOf, ownStakes } from '../../server/domain/bets/betQueries.ts';
import { recentWins } from '../../server/domain/bets/recentWins.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { bet, type Betting, openBetting, tryBet } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endOrLockWait, expectLockWait, holdAccount, holdContest } from '../support/contestLocks.ts';
import { balanceOf, ledgerFaults, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: Betting;
let contest: ContestView;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

async function givenBettor(rupees: number): Promise<bigint> {
  const [player] = await givenPlayers(games, 1, { rupees });
  if (player === undefined) throw new Error('no player was made');
  return player;
}

async function betCount(playerId: bigint): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    games.services.db,
    sql`select count(*)::int as count from bets where player_id = ${playerId}`,
  );
  return row?.count ?? 0;
}

describe('placing a bet', () => {
  beforeAll(async () => {
    contest = await nextContest(games, 'sapreOne');
  });

  test('takes the stake from the available balance at once and publishes the change', async () => {
    const player = await givenBettor(100);
    games.published.length = 0;
    const placed = await bet(games.player(player), { gameId: contest.gameId, selection: 10, paise: 2_550n });
    expect(placed).toMatchObject({
      balanceAfter: 7_450n,
      replayed: false,
      bet: { contestId: contest.id, playerId: player, selection: 10, amount: 2_550n, cancelled: false, payout: null },
    });
    expect(await balanceOf(games, player)).toBe(7_450n);
    expect(games.published).toEqual<DomainEvent[]>([
      { type: 'walletChanged', playerIds: [String(player)] },
      { type: 'stakesChanged', gameType: 'sapreOne', contestId: String(contest.id) },
    ]);
  });

  test('refuses more than the available balance, and returns what is available', async () => {
    const player = await givenBettor(10);
    await expect(bet(games.player(player), { gameId: contest.gameId, paise: 1_001n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'Insufficient Balance. Can-not place bet',
      extra: { availablePaise: 1_000n },
    });
    expect(await balanceOf(games, player)).toBe(1_000n);
    expect(await betCount(player)).toBe(0);
  });

  test('allows staking the whole balance, and no paisa more', async () => {
    const player = await givenBettor(10);
    expect(await tryBet(games.player(player), { gameId: contest.gameId, paise: 1_000n })).toMatchObject({
      balanceAfter: 0n,
    });
    expect(await tryBet(games.player(player), { gameId: contest.gameId, paise: 1n })).toBe('INSUFFICIENT_FUNDS');
  });

  test.each([
    ['no selection at all', { selection: 13 }],
    ['a negative selection', { selection: -1 }],
    ['half a selection', { selection: 1.5 }],
    ['no number', { selection: Number.NaN }],
    ['an amount of zero', { paise: 0n }],
    ['a negative amount', { paise: -100n }],
    ['more than ₹1,00,00,000', { paise: 1_000_000_001n }],
    ['an empty key', { key: '' }],
    ['an endless key', { key: 'k'.repeat(201) }],
  ])('refuses %s', async (_, wrong) => {
    const player = await givenBettor(100);
    expect(await tryBet(games.player(player), { gameId: contest.gameId, paise: 100n, ...wrong })).toBe('INVALID_INPUT');
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test.each([['sapreOne-200001010001'], [''], ["'; drop table bets; --"], ['x'.repeat(10_000)]])(
    'refuses the unknown contest %.30s',
    async (gameId) => {
      const player = await givenBettor(100);
      expect(await tryBet(games.player(player), { gameId, paise: 100n })).toBe('NOT_FOUND');
      expect(await balanceOf(games, player)).toBe(10_000n);
    },
  );

  test('is for players', async () => {
    const wager = { gameId: contest.gameId, paise: 100n };
    expect(await tryBet(games.as({ kind: 'anonymous' }), wager)).toBe('UNAUTHENTICATED');
    expect(await tryBet(games.as(await givenActor(games, 'admin')), wager)).toBe('FORBIDDEN');
  });

  test('goes by the instant at which the server received it', async () => {
    const player = await givenBettor(100);
    const wager = { gameId: contest.gameId, paise: 100n };
    const inTime = new Date(contest.closesAt.getTime() - 1);
    expect(await tryBet(games.player(player), { ...wager, receivedAt: contest.closesAt })).toBe('BETTING_CLOSED');
    expect(await tryBet(games.player(player), { ...wager, receivedAt: inTime })).toMatchObject({
      balanceAfter: 9_900n,
    });
  });
});

describe('500 bets at once of a player who can pay for 30', () => {
  test('spend exactly what fits and never overdraw', async () => {
    contest = await nextContest(games, 'sapreOne');
    const player = await givenBettor(300);
    const wagers = Array.from({ length: 500 }, () =>
      tryBet(games.player(player), { gameId: contest.gameId, paise: 1_000n }),
    );
    const answers = await Promise.all(wagers);
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(30);
    expect(answers.filter((answer) => answer === 'INSUFFICIENT_FUNDS')).toHaveLength(470);
    expect(await balanceOf(games, player)).toBe(0n);
    expect(await betCount(player)).toBe(30);
  });

  test('are decided one after the other, in the order in which they came', async () => {
    const player = await givenBettor(10);
    const ctx = games.player(player);
    const rupees = [6n, 5n, 3n, 2n, 1n, 100n, 1n];
    const answers = await Promise.all(
      rupees.map((amount) => tryBet(ctx, { gameId: contest.gameId, paise: amount * 100n })),
    );
    const shown = answers.map((answer) => (typeof answer === 'object' ? answer.balanceAfter : answer));
    expect(shown).toEqual([
      400n,
      'INSUFFICIENT_FUNDS',
      100n,
      'INSUFFICIENT_FUNDS',
      0n,
      'INSUFFICIENT_FUNDS',
      'INSUFFICIENT_FUNDS',
    ]);
  });
});

describe('an idempotency key', () => {
  beforeAll(async () => {
    contest = await nextContest(games, 'sapreOne');
  });

  test('gives the first answer again, balance and all, and moves nothing', async () => {
    const player = await givenBettor(100);
    const ctx = games.player(player);
    const wager = { gameId: contest.gameId, selection: 3, paise: 1_000n, key: 'tap-1' };
    const first = await bet(ctx, wager);
    await bet(ctx, { gameId: contest.gameId, paise: 500n });
    expect(await bet(ctx, wager)).toEqual({ ...first, replayed: true });
    expect(await balanceOf(games, player)).toBe(8_500n);
  });

  test('places one bet, however many arrive at the same moment', async () => {
    const player = await givenBettor(100);
    const wager = { gameId: contest.gameId, paise: 1_000n, key: 'double-tap' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => bet(games.player(player), wager)));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ bet: { id } }) => id)).size).toBe(1);
    expect(new Set(answers.map(({ balanceAfter }) => balanceAfter))).toEqual(new Set([9_000n]));
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test.each([
    ['amount', { paise: 999n }],
    ['selection', { selection: 11 }],
    ['contest', { gameId: 'sapreOne-200001010001' }],
  ])('refuses another %s', async (_, change) => {
    const player = await givenBettor(100);
    const wager = { gameId: contest.gameId, selection: 3, paise: 1_000n, key: 'mine' };
    await bet(games.player(player), wager);
    expect(await tryBet(games.player(player), { ...wager, ...change })).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('belongs to its player', async () => {
    const wager = { gameId: contest.gameId, paise: 100n, key: 'shared' };
    const answers = [];
    for (const player of [await givenBettor(1), await givenBettor(1)])
      answers.push(await bet(games.player(player), wager));
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, false]);
  });

  test('of a refused bet may be retried', async () => {
    const player = await givenBettor(5);
    const wager = { gameId: contest.gameId, paise: 600n, key: 'later' };
    expect(await tryBet(games.player(player), wager)).toBe('INSUFFICIENT_FUNDS');
    expect(await tryBet(games.player(player), { ...wager, paise: 400n })).toMatchObject({ replayed: false });
  });

  test('is answered first, even when betting has closed and the money is gone', async () => {
    const player = await givenBettor(10);
    const wager = { gameId: contest.gameId, paise: 1_000n, key: 'in time' };
    const first = await bet(games.player(player), wager);
    await games.moveTo(contest.endsAt);
    expect(await tryBet(games.player(player), wager)).toMatchObject({ replayed: true, bet: { id: first.bet.id } });
    expect(await tryBet(games.player(player), { ...wager, key: 'too late' })).toBe('BETTING_CLOSED');
  });
});

describe('after evaluationTime', () => {
  test('bets are refused with the words of the catalogue, and nothing moves', async () => {
    contest = await nextContest(games, 'sapreOne');
    const player = await givenBettor(100);
    await games.moveTo(contest.closesAt);
    await expect(bet(games.player(player), { gameId: contest.gameId, paise: 100n })).rejects.toMatchObject({
      code: 'BETTING_CLOSED',
      message: 'Betting is closed for this round',
      extra: { contestId: contest.id },
    });
    expect(await balanceOf(games, player)).toBe(10_000n);
  });

  test('a bet that was received in time but comes after the closing is refused too', async () => {
    const player = await givenBettor(100);
    const receivedAt = new Date(contest.closesAt.getTime() - 1);
    expect(await tryBet(games.player(player), { gameId: contest.gameId, paise: 100n, receivedAt })).toBe(
      'BETTING_CLOSED',
    );
  });

  test('the database itself refuses direct inserts of bets', async () => {
    const player = await givenBettor(100);
    const insert = sql`insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
                       values (${contest.id}, ${player}, 1, 100, 0, ${contest.startsAt.toISOString()})`;
    await expect(games.owner.execute(insert)).rejects.toMatchObject({
      cause: {
        message:
          'bets are placed only in an open contest, before it closes, and not once an operator has set its number',
      },
    });
  });
});

describe('a player’s bets', () => {
  test('are listed, summed and paid', async () => {
    contest = await nextContest(games, 'sapreHalf');
    const [player, otherPlayer] = [await givenBettor(100), await givenBettor(100)];
    const placed = [];
    for (const [selection, paise] of [
      [7, 1_000n],
      [12, 300n],
      [3, 200n],
    ] as const) {
      placed.push((await bet(games.player(player), { gameId: contest.gameId, selection, paise })).bet);
    }
    await bet(games.player(otherPlayer), { gameId: contest.gameId, paise: 100n });
    await overrideContest(games.as(await givenActor(games, 'admin')), {
      gameId: contest.gameId,
      number: 7,
      reason: 'set by a test',
    });

    expect(await activeGames(games.player(player))).toEqual([
      { contestId: contest.id, gameId: contest.gameId, amount: 1_500n },
    ]);
    expect(await ownStakes(games.player(player), [contest.id])).toEqual([
      { contestId: contest.id, betAmount: 1_500n, winAmount: null },
    ]);

    await games.moveTo(contest.endsAt);
    const paid = await betsIn(games.player(player), contest.id);
    expect(paid.map(({ selection, payout }) => [selection, payout])).toEqual([
      [7, 9_600n],
      [12, 600n],
      [3, 0n],
    ]);
    expect(await activeGames(games.player(player))).toEqual([]);
    expect(await ownStakes(games.player(player), [contest.id, 0n])).toEqual([
      { contestId: contest.id, betAmount: 1_500n, winAmount: 10_200n },
      { contestId: 0n, betAmount: 0n, winAmount: null },
    ]);

    const newest = await listBets(games.player(player), { limit: 2 });
    expect(newest.rows.map(({ id }) => id)).toEqual([placed[2]?.id, placed[1]?.id]);
    expect(newest).toMatchObject({ hasNext: true, hasPrevious: false });
    const rest = await listBets(games.player(player), { limit: 2, after: placed[1]?.id });
    expect(rest.rows.map(({ id }) => id)).toEqual([placed[0]?.id]);
  });

  test('are theirs and the admins’ to read', async () => {
    contest = await nextContest(games, 'sapreHalf');
    const [player, otherPlayer] = [await givenBettor(100), await givenBettor(100)];
    const { id } = (await bet(games.player(player), { gameId: contest.gameId, paise: 100n })).bet;
    const admin = games.as(await givenActor(games, 'admin'));
    expect(await betsById(games.player(otherPlayer), [id])).toEqual([null]);
    expect(await betsById(games.player(player), [0n, id])).toMatchObject([null, { id }]);
    expect(await betsById(admin, [id])).toMatchObject([{ id }]);
    expect((await listBetsOf(admin, player, { limit: 10 })).rows).toMatchObject([{ id }]);
    await expect(async () => listBetsOf(games.player(player), player, { limit: 10 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('the ticker of recent wins', () => {
  test('shows samples until four players have really won', async () => {
    const fresh = await createTestDatabase();
    const other = await openBetting(fresh);
    try {
      const anybody = other.as({ kind: 'anonymous' });
      expect(await recentWins(anybody)).toHaveLength(6);
      expect((await recentWins(anybody)).every(({ sample }) => sample)).toBe(true);

      const round = await nextContest(other, 'sapreHalf');
      const players = await givenPlayers(other, 5);
      for (const [index, player] of players.entries()) {
        await bet(other.player(player), { gameId: round.gameId, selection: index < 4 ? 7 : 8, paise: 1_000n });
      }
      await overrideContest(other.as(await givenActor(other, 'admin')), {
        gameId: round.gameId,
        number: 7,
        reason: 'set by a test',
      });
      await other.moveTo(round.endsAt);
      const wins = await recentWins(anybody);
      expect(wins).toHaveLength(4);
      expect(wins.every(({ sample, amount, name }) => !sample && amount === 9_600n && name.includes('***'))).toBe(true);
    } finally {
      await other.stop();
      await fresh.close();
    }
  });
});

describe('place_numbered_bets itself', () => {
  const given = [['1'], ['1'], ['1'], ['1'], ['null'], ['now']];
  const changed = (at: number, values: string[]) => given.map((value, place) => (place === at ? values : value));
  const call = (columns: string[][]) => {
    const [players, contests, selections, amounts, keys, received] = columns.map((values) => `{${values.join(',')}}`);
    return games.services.db.execute(
      sql`select place_numbered_bets(${players}::bigint[], ${contests}::bigint[], ${selections}::smallint[], ${amounts}::bigint[],
                            ${keys}::uuid[], ${received}::timestamptz[])`,
    );
  };

  test('refuses a bet with anything missing but its key', async () => {
    for (const at of [0, 1, 2, 3, 5]) {
      await expect(call(changed(at, ['null'])), `argument ${at + 1}`).rejects.toMatchObject({
        cause: { message: 'place_numbered_bets: only keys may be null' },
      });
    }
    await call(given);
  });

  test('refuses arrays of different lengths', async () => {
    for (const [at, [value = '']] of given.entries()) {
      await expect(call(changed(at, [value, value])), `argument ${at + 1}`).rejects.toMatchObject({
        cause: { message: 'place_numbered_bets: arrays of different lengths' },
      });
    }
  });

  describe('two bets at once', () => {
    beforeAll(async () => {
      contest = await nextContest(games, 'sapreOne');
    });

    interface RawBet {
      player: bigint;
      paise?: bigint;
      receivedAt?: Date;
    }

    async function outcomes(...bets: RawBet[]): Promise<string[]> {
      const column = (of: (bet: RawBet) => unknown) => `{${bets.map(of).join(',')}}`;
      const rows = await rawQuery<{ outcome: string }>(
        games.services.db,
        sql`select outcome
              from place_numbered_bets(${column(({ player }) => player)}::bigint[], ${column(() => contest.id)}::bigint[],
                              ${column(() => 1)}::smallint[], ${column(({ paise = 100n }) => paise)}::bigint[],
                              ${column(() => 'null')}::uuid[],
                              ${column(({ receivedAt }) => (receivedAt ?? new Date(games.clock.now())).toISOString())}::timestamptz[])
             order by ord`,
      );
      return rows.map(({ outcome }) => outcome);
    }

    test('one in time and one late: the first is placed', async () => {
      const late = { player: await givenBettor(10), receivedAt: contest.closesAt };
      expect(await outcomes({ player: await givenBettor(10) }, late)).toEqual(['placed', 'closed']);
    });

    test('the second after the whole balance: it is insufficient, and need not be retried', async () => {
      const player = await givenBettor(10);
      expect(await outcomes({ player, paise: 1_000n }, { player })).toEqual(['placed', 'insufficient']);
    });

    test('one of an unknown player', async () => {
      const player = await givenBettor(10);
      expect(await outcomes({ player }, { player: 999_999_999n })).toEqual(['placed', 'unknown_player']);
    });
  });

  describe('while accounts are locked elsewhere', () => {
    beforeAll(async () => {
      contest = await nextContest(games, 'sapreOne');
    });

    async function outcome(player: bigint, wait: boolean): Promise<string | undefined> {
      const received = new Date(games.clock.now()).toISOString();
      const [row] = await rawQuery<{ outcome: string }>(
        games.services.db,
        sql`select outcome from place_numbered_bets(array[${player}::bigint], array[${contest.id}::bigint], '{1}', '{100}', '{null}',
                                           array[${received}::timestamptz], ${wait})`,
      );
      return row?.outcome;
    }

    test('answers busy, or waits for the player’s available account where it is to', async () => {
      const player = await givenBettor(10);
      const release = await holdAccount(database, player, 'player_available');
      const atOnce = await outcome(player, false);
      const waiting = outcome(player, true);
      try {
        await expectLockWait(database);
      } finally {
        await release();
      }
      expect([atOnce, await waiting]).toEqual(['busy', 'placed']);
    });

    test('never waits for a contest', async () => {
      const player = await givenBettor(10);
      const release = await holdContest(database, contest.id);
      const answer = outcome(player, true);
      await endOrLockWait(database, answer);
      await release();
      expect(await answer).toBe('busy');
    });

    test('waits for no other account', async () => {
      const [player, other] = [await givenBettor(10), await givenBettor(10)];
      const releases = [
        await holdAccount(database, player, 'player_held'),
        await holdAccount(database, other, 'player_available'),
      ];
      expect(await outcome(player, true)).toBe('placed');
      for (const release of releases) await release();
    });
  });
});

test('in the end every balance is the sum of its transfers', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});
