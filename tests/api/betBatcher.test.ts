import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Paise } from '../../db/columns.ts';
import { connectionOptions, rawQuery } from '../../db/client.ts';
import type { BetPlacement, BetToPlace } from '../../server/domain/ground/rounds/betPlacer.ts';
import { BetBatcher } from '../../server/domain/bets/betBatcher.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import type { DomainEvent } from '../../server/domain/ground/verbs/events.ts';
import { type Betting, openBatcher, openBetting } from '../support/betting.ts';
import { expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setDatabaseClock } from '../support/databaseClock.ts';
import { balanceOf, ledgerFaults, nextContest } from '../support/rounds.ts';
import { givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: Betting;
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database, { lanes: 1 });
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  contest = await nextContest(games, 'sapreThree');
  players = await givenPlayers(games, 8, { rupees: 100 });
});

function betOf(playerId: bigint | undefined, change: Partial<BetToPlace> = {}): BetToPlace {
  return {
    playerId: playerId ?? 0n,
    contestId: contest.id,
    gameType: contest.gameType,
    selection: 1,
    amount: 1_000n as Paise,
    key: randomUUID(),
    receivedAt: new Date(games.clock.now()),
    ...change,
  };
}

/** Holds a lock in another session, as a withdrawal or a settlement does, until it is released. */
async function holdElsewhere(lock: string): Promise<() => Promise<void>> {
  const client = new pg.Client(connectionOptions(database.address));
  await client.connect();
  await client.query('begin');
  await client.query(lock);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

const accountOf = (player: bigint | undefined) =>
  `select 1 from ledger_accounts where player_id = ${player} order by id for no key update`;

async function selectionsInOrder(player: bigint | undefined): Promise<number[]> {
  const rows = await rawQuery<{ selection: number }>(
    games.services.db,
    sql`select selection from bets where player_id = ${player} order by id`,
  );
  return rows.map(({ selection }) => selection);
}

describe('a player whose account is locked elsewhere', () => {
  test('delays no other player, and gets all bets placed in their order', async () => {
    const release = await holdElsewhere(accountOf(players[0]));
    const early = [1, 2, 3].map((selection) => games.batcher.place(betOf(players[0], { selection })));
    const others = await Promise.all(players.slice(1).map((player) => games.batcher.place(betOf(player))));
    expect(others.map(({ outcome }) => outcome)).toEqual(others.map(() => 'placed'));
    const late = [4, 5].map((selection) => games.batcher.place(betOf(players[0], { selection })));
    // Long enough for all retries that don't wait, so that the last attempt waits in the database.
    await new Promise((resolve) => setTimeout(resolve, 80));
    await release();
    const placements = await Promise.all([...early, ...late]);
    expect(placements).toMatchObject(
      [9_000n, 8_000n, 7_000n, 6_000n, 5_000n].map((balanceAfter) => ({ balanceAfter })),
    );
    expect(await selectionsInOrder(players[0])).toEqual([1, 2, 3, 4, 5]);
  });

  test('is answered at once where no lock is needed', async () => {
    const placed = betOf(players[0]);
    await games.batcher.place(placed);
    const release = await holdElsewhere(accountOf(players[0]));
    expect(await games.batcher.place(placed)).toMatchObject({ outcome: 'replayed', balanceAfter: 9_000n });
    expect(await games.batcher.place(betOf(players[0], { contestId: 0n }))).toEqual({ outcome: 'unknownContest' });
    await release();
  });

  test('gets the first answer of a key whose bet is still being placed by another server', async () => {
    const [player] = players;
    const bet = betOf(player);
    const other = new pg.Client(connectionOptions(database.address));
    await other.connect();
    await other.query('begin');
    await other.query(
      `select place_numbered_bets(array[${player}]::bigint[], array[${contest.id}]::bigint[], '{1}', '{1000}', array['${bet.key}']::uuid[],
                         array['${bet.receivedAt.toISOString()}']::timestamptz[])`,
    );
    // Too late by now, except that the first attempt was in time.
    const answer = games.batcher.place({ ...bet, receivedAt: contest.closesAt });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await other.query('commit');
    await other.end();
    expect(await answer).toMatchObject({ outcome: 'replayed', balanceAfter: 9_000n });
  });
});

describe('a contest that is locked elsewhere', () => {
  test.each([
    ['', 0],
    // Keys of advisory locks are 32-bit integers.
    [' with an id beyond 32 bits', 2_147_483_647],
  ])('is waited for, without delaying bets on other contests%s', async (_id, beyond) => {
    await database.pool.query(`select setval('contests_id_seq', nextval('contests_id_seq') + $1)`, [beyond]);
    contest = await nextContest(games, 'sapreThree');
    const half = await nextContest(games, 'sapreHalf');
    const release = await holdElsewhere(`select hold_bets(${contest.id})`);
    const placed: string[] = [];
    const held = games.batcher.place(betOf(players[0])).then(() => placed.push('held'));
    const free = games.batcher
      .place(betOf(players[1], { contestId: half.id, gameType: 'sapreHalf' }))
      .then(() => placed.push('free'));
    await free;
    await release();
    await held;
    expect(placed).toEqual(['free', 'held']);
  });

  test('is closed after the bets under way and before those that come later', async () => {
    const placing = (player: bigint | undefined) => `select outcome from place_numbered_bets(
      array[${player}]::bigint[], array[${contest.id}]::bigint[], '{1}', '{100}', '{null}',
      array['${contest.startsAt.toISOString()}']::timestamptz[])`;
    const release = await holdElsewhere(placing(players[0]));
    setDatabaseClock(database.address, Number(contest.closesAt), 'still');
    const closing = database.pool.query('select close_contest($1, $2) as closed', [contest.id, contest.closesAt]);
    try {
      await expectLockWait(database);
      const later = await database.pool.query(placing(players[1]));
      expect(later.rows).toEqual([{ outcome: 'busy' }]);
    } finally {
      await release();
    }
    expect((await closing).rows).toEqual([{ closed: true }]);
  });

  test('is changed in turn, however many connections keep betting on it', async () => {
    const batchers = Array.from({ length: 4 }, () => openBatcher(games));
    const over = new AbortController();
    let waves = 0;
    const bettors = batchers.map(async (batcher) => {
      while (!over.signal.aborted) {
        await Promise.all(players.map((player) => batcher.place(betOf(player, { amount: 1n as Paise }))));
        waves += 1;
      }
    });
    const wavesBefore: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const asked = waves;
      const release = await holdElsewhere(
        `select hold_bets(${contest.id}); select 1 from contests where id = ${contest.id} for update`,
      );
      wavesBefore.push(waves - asked);
      await release();
    }
    over.abort();
    await Promise.all(bettors);
    await Promise.all(batchers.map((batcher) => batcher.stop()));
    // Those under way, and some dozens while a connection is opened; out of turn, thousands were placed before the change.
    expect(Math.max(...wavesBefore)).toBeLessThan(400);
  });
});

describe('when something goes wrong', () => {
  test('a bet that the database can’t take fails by itself', async () => {
    const wrong = betOf(players[0], { selection: 99 });
    const batch = [betOf(players[1]), wrong, betOf(players[2])].map((bet) => games.batcher.place(bet));
    const [before, failed, after] = await Promise.allSettled(batch);
    expect(before).toMatchObject({ status: 'fulfilled', value: { outcome: 'placed' } });
    expect(failed).toMatchObject({ status: 'rejected', reason: { constraint: 'bets_selection_range' } });
    expect(after).toMatchObject({ status: 'fulfilled', value: { outcome: 'placed' } });
    expect(await balanceOf(games, players[0] ?? 0n)).toBe(10_000n);
  });

  test('bets survive connections that break under them, each placed once', async () => {
    const wagers = players.flatMap((player) =>
      Array.from({ length: 10 }, () => betOf(player, { amount: 100n as Paise })),
    );
    const placements: Promise<BetPlacement>[] = [];
    for (const wager of wagers) {
      placements.push(games.batcher.place(wager));
      if (placements.length % 20 === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        await games.services.db.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like '%place_numbered_bets%' and pid <> pg_backend_pid()`);
      }
    }
    const outcomes = (await Promise.all(placements)).map(({ outcome }) => outcome);
    expect(outcomes.every((outcome) => outcome === 'placed' || outcome === 'replayed')).toBe(true);
    for (const player of players) expect(await balanceOf(games, player)).toBe(9_000n);
  });

  test('bets fail, after some tries, when there is no database', async () => {
    const { events, log } = games.services;
    const address = { ...database.address, database: 'nowhere' };
    const batcher = new BetBatcher({ address, events, log, lanes: 1 });
    await expect(batcher.place(betOf(players[0]))).rejects.toThrow('database "nowhere" does not exist');
    await batcher.stop();
  });

  test('a stopping server answers what it has taken and takes no more', async () => {
    const batcher = openBatcher(games);
    const placements = players.map((player) => batcher.place(betOf(player)));
    const stopped = batcher.stop();
    await expect(batcher.place(betOf(players[0]))).rejects.toThrow('stopping');
    expect((await Promise.all(placements)).every(({ outcome }) => outcome === 'placed')).toBe(true);
    await stopped;
  });
});

test('a batch publishes one event per change, not one per bet', async () => {
  games.published.length = 0;
  await Promise.all([...players, ...players].map((player) => games.batcher.place(betOf(player))));
  const published = games.published.filter(({ type }) => type === 'walletChanged' || type === 'stakesChanged');
  expect(published).toEqual<DomainEvent[]>([
    { type: 'walletChanged', playerIds: players.map(String) },
    { type: 'stakesChanged', gameType: 'sapreThree', contestId: String(contest.id) },
  ]);
});

test('in the end every balance is the sum of its transfers', async () => {
  expect(await ledgerFaults(games)).toEqual([]);
});
