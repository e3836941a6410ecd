import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Paise } from '../../db/columns.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { setRandomize } from '../../server/domain/settings/changeSettings.ts';
import type { Limits } from '../../server/domain/settings/gameLimits.ts';
import { setGameLimits } from '../../server/domain/settings/setGameLimits.ts';
import { setPlayLimit } from '../../server/domain/safety/setPlayLimit.ts';
import type { SignedInActor } from '../../server/domain/ground/actors/liveTokens.ts';
import { bet, type Betting, openBatcher, openBetting, tryBet } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal } from '../support/refusal.ts';
import { currentContest, ledgerFaults, nextContest } from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

const none = { minBet: null, maxBet: null, maxStake: null, maxPayout: null };
const reason = 'set by a test';

let database: TestDatabase;
let games: Betting;
let owner: SignedInActor;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  owner = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});

function set(limits: Partial<Record<keyof Limits, bigint>>) {
  return setGameLimits(games.as(owner), { gameType: 'sapreOne', ...none, ...(limits as Partial<Limits>), reason });
}

/** The next round, which opens with these limits. */
async function roundWith(limits: Partial<Record<keyof Limits, bigint>>) {
  await set(limits);
  return nextContest(games, 'sapreOne');
}

async function exposuresOf({ id }: { id: bigint }): Promise<bigint[] | undefined> {
  const { rows } = await database.pool.query<{ payouts: bigint[] }>(
    'select payouts from contest_exposures where contest_id = $1',
    [id],
  );
  return rows[0]?.payouts;
}

const beyond = (limit: string, possiblePaise: bigint | null) => ({
  code: 'LIMIT_EXCEEDED',
  extra: { field: 'amount', limit, possiblePaise },
});

interface BatchBet {
  player: bigint;
  contest: bigint;
  selection: number;
  amount: bigint;
  spendable: bigint | null;
}

interface RoundLimits {
  minBet: bigint | null;
  maxBet: bigint | null;
  maxStake: bigint;
  maxPayout: bigint;
  /** In basis points, ten numbers for each of the selections. */
  rates: readonly number[];
  /** On selection 0. */
  stakedBefore: readonly [player: bigint, paise: bigint];
}

/** What `bets_over_limits` answers, worked out bet by bet. */
function overLimits(bets: readonly BatchBet[], limitsOf: (contest: bigint) => RoundLimits | null) {
  const over: number[] = [];
  const possible: bigint[] = [];
  const staked = new Map<string, bigint>();
  const spent = new Map<bigint, bigint>();
  const exposed = new Map<bigint, bigint[]>();
  const payoutsOf = (rates: readonly number[], selection: number, amount: bigint) =>
    rates.slice(selection * 10, selection * 10 + 10).map((rate) => (amount * BigInt(rate)) / 10_000n);
  for (const { player, contest, selection, amount, spendable } of bets) {
    over.push(0);
    possible.push(-1n);
    if (spendable === null || amount > spendable) continue;
    const sum = (spent.get(player) ?? 0n) + amount;
    if (sum > spendable) {
      spent.set(player, sum);
      continue;
    }
    const limits = limitsOf(contest);
    const key = `${player} ${contest}`;
    if (limits) {
      const [before, paise] = limits.stakedBefore;
      const own = staked.get(key) ?? (player === before ? paise : 0n);
      const cost = exposed.get(contest) ?? payoutsOf(limits.rates, 0, paise);
      const fits = (size: bigint) =>
        payoutsOf(limits.rates, selection, size).every(
          (added, n) => added === 0n || (cost[n] ?? 0n) + added <= limits.maxPayout,
        );
      let room = 0n;
      for (let step = 16_384n; step > 0n; step /= 2n) if (fits(room + step)) room += step;
      const left = limits.maxStake > own ? limits.maxStake - own : 0n;
      const most = limits.maxBet !== null && limits.maxBet < left ? limits.maxBet : left;
      const beyondLimit =
        limits.minBet !== null && amount < limits.minBet
          ? 1
          : limits.maxBet !== null && amount > limits.maxBet
            ? 2
            : amount > most
              ? 3
              : amount > room
                ? 4
                : 0;
      if (beyondLimit > 0) {
        const largest = most < room ? most : room;
        over[over.length - 1] = beyondLimit;
        possible[possible.length - 1] =
          beyondLimit === 1 ? (limits.minBet ?? 0n) : largest < (limits.minBet ?? 0n) ? 0n : largest;
        continue;
      }
      staked.set(key, own + amount);
      exposed.set(
        contest,
        cost.map((total, n) => total + (payoutsOf(limits.rates, selection, amount)[n] ?? 0n)),
      );
    }
    spent.set(player, sum);
  }
  return { over, possible };
}

describe('the limits of a game', () => {
  test('hold for rounds that open from then on, whose bets are refused beyond them', async () => {
    const running = await nextContest(games, 'sapreOne');
    const [player = 0n, other = 0n] = await givenPlayers(games, 2, { rupees: 100 });
    await set({ minBet: 500n, maxBet: 2_000n, maxStake: 3_000n });
    expect(running.limits).toBeNull();
    await bet(games.player(player), { gameId: running.gameId, paise: 100n });

    const { gameId, limits } = await nextContest(games, 'sapreOne');
    expect(limits).toEqual({ minBet: 500n, maxBet: 2_000n, maxStake: 3_000n, maxPayout: null });
    const place = (paise: bigint, who = player) => bet(games.player(who), { gameId, paise });
    expect(await refusal(place(499n))).toMatchObject(beyond('MIN_BET', 500n));
    expect(await refusal(place(2_001n))).toMatchObject(beyond('MAX_BET', 2_000n));
    await place(500n);
    await place(2_000n);
    // Of 3,000 only 500 are left, for this player alone.
    expect(await refusal(place(501n))).toMatchObject(beyond('MAX_STAKE', 500n));
    await place(500n);
    expect(await refusal(place(500n))).toMatchObject(beyond('MAX_STAKE', 0n));
    await place(2_000n, other);
  });

  test('are set by what fits together, with a reason, by the database too', async () => {
    const wrong = { minBet: 500n, maxBet: 499n };
    expect(await refusal(set(wrong))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'minBet' } });
    expect(await refusal(set({ maxPayout: 0n }))).toMatchObject({ extra: { field: 'maxPayout' } });
    const short = setGameLimits(games.as(owner), { gameType: 'sapreOne', ...none, reason: 'too short' });
    expect(await refusal(short)).toMatchObject({ extra: { field: 'reason' } });
    const app = games.services.db;
    await expect(
      app.$client.query(`update game_limits set max_payout = 1 where game_type = 'sapreOne'`),
    ).rejects.toThrow('needs its row in the audit log');
    await expect(
      database.pool.query(`insert into game_limits (game_type, min_bet, max_stake) values ('sapreThree', 2, 1)`),
    ).rejects.toThrow('game_limits_min_reachable');
  });

  test('let a round cost at most its payout at any number, exactly, over several servers', async () => {
    const { id, gameId } = await roundWith({ maxPayout: 100_000n });
    const players = await givenPlayers(games, 40, { rupees: 100 });
    const otherServer = openBatcher(games);
    const attempts = await Promise.all(
      players.map((player, index) => {
        const services = index % 2 === 0 ? games.player(player) : { ...games.player(player), bets: otherServer };
        // 48.00 at number 7 each: 20 of them cost 960.00, one more would pass 1,000.00.
        return tryBet(services, { gameId, selection: 7, paise: 500n });
      }),
    );
    await otherServer.stop();
    expect(attempts.filter((answer) => answer === 'LIMIT_EXCEEDED')).toHaveLength(20);
    expect((await exposuresOf({ id }))?.map(Number)).toEqual([0, 0, 0, 0, 0, 0, 0, 96_000, 0, 0]);

    const [player = 0n] = players;
    const place = (selection: number, paise: bigint) => bet(games.player(player), { gameId, selection, paise });
    // 40.00 are left at 7: 4.16 at 9.6×, 20.00 on red at 2×; green doesn't touch 7.
    expect(await refusal(place(7, 500n))).toMatchObject(beyond('MAX_PAYOUT', 416n));
    expect(await refusal(place(12, 2_001n))).toMatchObject(beyond('MAX_PAYOUT', 2_000n));
    await place(10, 2_001n);
    await place(12, 2_000n);
    expect((await exposuresOf({ id }))?.[7]).toBe(100_000n);
    expect(await refusal(place(7, 1n))).toMatchObject(beyond('MAX_PAYOUT', 0n));
  });

  test('place what fits of one batch, in the order of arrival', async () => {
    const { id } = await roundWith({ maxPayout: 10_000n, maxStake: 1_000n });
    const [rich = 0n, other = 0n, poor = 0n] = await givenPlayers(games, 3, { rupees: 20 });
    const [[broke = 0n]] = [await givenPlayers(games, 1, { rupees: 3 })];
    const bets: [player: bigint, paise: bigint][] = [
      [rich, 600n], // 57.60
      [broke, 400n], // above the balance: reserves nothing
      [rich, 401n], // above the player's 1,000
      [other, 500n], // 48.00, together 105.60
      [poor, 441n], // 42.33
      [other, 1n], // 0.09, together 100.02
      [broke, 100n], // together above
    ];
    const at = new Date(games.clock.now()).toISOString();
    const { rows } = await database.pool.query<{ outcome: string }>(
      `select outcome from place_numbered_bets($1, $2, array_fill(7::smallint, array[7]), $3, array_fill(null::uuid, array[7]),
                                      array_fill($4::timestamptz, array[7])) order by ord`,
      [bets.map(([player]) => player), bets.map(() => id), bets.map(([, paise]) => paise), at],
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'placed',
      'insufficient',
      'max_stake',
      'max_payout',
      'placed',
      'max_payout',
      'max_payout',
    ]);
    expect((await exposuresOf({ id }))?.[7]).toBe(5_760n + 4_233n);
  });

  test('decide batches over several rounds as a plain model does', async () => {
    const limited = { minBet: 50n, maxBet: 900n, maxStake: 1_500n, maxPayout: 9_000n } as Record<keyof Limits, Paise>;
    await setGameLimits(games.as(owner), { gameType: 'sapreThree', ...limited, reason });
    await setGameLimits(games.as(owner), {
      gameType: 'sapreOne',
      ...none,
      maxPayout: 7_001n as Paise,
      maxStake: 700n as Paise,
      reason,
    });
    // A round of each game begins with it.
    const rounds = [await nextContest(games, 'sapreThree'), await currentContest(games, 'sapreOne')];
    const free = await currentContest(games, 'sapreHalf');
    const players = await givenPlayers(games, 3, { rupees: 20 });
    // A bet that stands from an earlier batch.
    const [first = 0n] = players;
    for (const { gameId } of rounds) await bet(games.player(first), { gameId, selection: 0, paise: 100n });
    const { rows: tables } = await database.pool.query<{ id: bigint; basis_points: number[]; max_payout: bigint }>(
      `select c.id, t.basis_points, c.max_payout from contests c join payout_tables t on t.id = c.payout_table_id
        where c.id = any($1)`,
      [rounds.map(({ id }) => id)],
    );
    let seed = 7;
    const below = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * count);
    };
    for (let batch = 0; batch < 60; batch += 1) {
      const bets = Array.from({ length: 12 }, (): BatchBet => ({
        player: players[below(3)] ?? 0n,
        contest: [...rounds, free][below(8) % 3]?.id ?? 0n,
        selection: below(13),
        amount: BigInt(20 + below(below(3) === 0 ? 1_200 : 300)),
        spendable: below(10) === 0 ? null : 900n,
      }));
      const { rows } = await database.pool.query<{ p_over: number[]; p_possible: bigint[] }>(
        'select * from bets_over_limits($1, $2, $3, $4, $5)',
        [
          bets.map(({ player }) => player),
          bets.map(({ contest }) => contest),
          bets.map(({ selection }) => selection),
          bets.map(({ amount }) => amount),
          bets.map(({ spendable }) => spendable),
        ],
      );
      const expected = overLimits(bets, (contest) => {
        const table = tables.find(({ id }) => id === contest);
        if (table === undefined) return null;
        const own = contest === rounds[0]?.id ? limited : { minBet: null, maxBet: null, maxStake: 700n };
        return { ...own, maxPayout: table.max_payout, rates: table.basis_points, stakedBefore: [first, 100n] as const };
      });
      expect({ over: rows[0]?.p_over, possible: rows[0]?.p_possible }, `batch ${batch}`).toEqual(expected);
    }
    await setGameLimits(games.as(owner), { gameType: 'sapreThree', ...none, reason });
    await nextContest(games, 'sapreThree');
  });

  test('hold no payout under the profit rule, whose number nobody can set then', async () => {
    await setRandomize(games.as(owner), { randomize: false });
    const { id, gameId, limits } = await roundWith({ maxPayout: 10_000n, maxBet: 5_000n });
    await setRandomize(games.as(owner), { randomize: true });
    expect(limits).toEqual({ ...none, maxBet: 5_000n });
    const [player = 0n] = await givenPlayers(games, 1, { rupees: 200 });
    const place = (paise: bigint) => bet(games.player(player), { gameId, selection: 7, paise });
    // 480.00 at number 7, of a limit of 100.00.
    await place(5_000n);
    expect(await refusal(place(5_001n))).toMatchObject(beyond('MAX_BET', 5_000n));
    expect(await exposuresOf({ id })).toBeUndefined();

    const override = overrideContest(games.as(owner), { gameId, number: 3, reason });
    expect(await refusal(override)).toMatchObject({ code: 'OVERRIDE_BEYOND_LIMIT', extra: { field: 'gameId' } });
    await expect(
      database.pool.query('select override_contest($1, 3::smallint, $2, $3)', [
        id,
        owner.userId,
        new Date(games.clock.now()),
      ]),
    ).rejects.toThrow('not overridden');
    await expect(
      database.pool.query(
        `insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
         values ('override', $1, 'contest', $2, '{}', $3, $4, $4::timestamptz + interval '10 seconds')`,
        [id, gameId, owner.userId, new Date(games.clock.now())],
      ),
    ).rejects.toThrow('not overridden');
  });

  test('come after what a player has set and after the balance, however the bets arrive', async () => {
    const { id, gameId } = await roundWith({ minBet: 200n, maxBet: 1_000n, maxStake: 2_000n, maxPayout: 10_000n });
    const [player = 0n, rich = 0n] = await givenPlayers(games, 2, { rupees: 15 });
    const place = (paise: bigint) => tryBet(games.player(player), { gameId, paise });
    // Above the largest bet, the stake in a round and the payout as well.
    expect(await place(1_501n)).toBe('INSUFFICIENT_FUNDS');
    expect(await place(1_500n)).toBe('LIMIT_EXCEEDED');
    await setPlayLimit(games.player(player), { kind: 'stake', period: 'day', amount: 1_400n as Paise });
    expect(await place(1_501n)).toBe('STAKE_LIMIT');
    expect(await place(1_401n)).toBe('STAKE_LIMIT');
    expect(await place(1_400n)).toBe('LIMIT_EXCEEDED');

    const at = new Date(games.clock.now()).toISOString();
    const { rows } = await database.pool.query<{ outcome: string; balance: bigint | null }>(
      `select outcome, balance from place_numbered_bets(array_fill($1::bigint, array[4]), array_fill($2::bigint, array[4]),
         array_fill(7::smallint, array[4]), $3, array_fill(null::uuid, array[4]), array_fill($4::timestamptz, array[4])) order by ord`,
      // The third is above the largest bet too, and follows one that leaves 9.00; the last waits for its turn.
      [rich, id, [600n, 1_001n, 901n, 100n], at],
    );
    expect(rows).toMatchObject([
      { outcome: 'placed' },
      { outcome: 'insufficient', balance: 900n },
      { outcome: 'behind' },
      { outcome: 'behind' },
    ]);
  });

  test('give back the room of cancelled bets', async () => {
    const contest = await roundWith({ maxPayout: 10_000n, maxStake: 2_000n });
    const [player = 0n, other = 0n] = await givenPlayers(games, 2, { rupees: 100 });
    await bet(games.player(player), { gameId: contest.gameId, selection: 7, paise: 500n });
    await bet(games.player(other), { gameId: contest.gameId, selection: 12, paise: 333n });
    await overrideContest(games.as(owner), { gameId: contest.gameId, number: 3, reason });
    await cancelBets(games.player(player), { gameId: contest.gameId });
    expect((await exposuresOf(contest))?.map(Number)).toEqual([0, 666, 0, 666, 0, 532, 0, 666, 0, 666]);
  });

  test('are kept by the database against any other writer', async () => {
    const { id } = await roundWith({ minBet: 100n, maxBet: 500n, maxStake: 800n, maxPayout: 9_000n });
    const [player = 0n, other = 0n] = await givenPlayers(games, 2, { rupees: 100 });
    const write = (...rows: [player: bigint, paise: bigint][]) =>
      database.pool.query(
        `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at)
         select $1, p, 7, a, 0, $2 from unnest($3::bigint[], $4::bigint[]) u(p, a)`,
        [id, new Date(games.clock.now()), rows.map(([who]) => who), rows.map(([, paise]) => paise as Paise)],
      );
    for (const rows of [
      [[player, 99n]],
      [[player, 501n]],
      [
        [player, 450n],
        [player, 400n],
      ],
      [
        [player, 500n],
        [other, 450n],
      ],
    ] as [bigint, bigint][][]) {
      await expect(write(...rows)).rejects.toThrow('within the limits');
    }
    await expect(database.pool.query('update contests set max_bet = 1000 where id = $1', [id])).rejects.toThrow(
      'never changes',
    );
  });

  test('leave nothing of a round behind once the next one opens', async () => {
    await roundWith({});
    const { rows } = await database.pool.query('select contest_id from contest_exposures');
    expect(rows).toEqual([]);
    expect(await ledgerFaults(games)).toEqual([]);
  });
});
