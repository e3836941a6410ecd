import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import type { Actor } from '../../server/domain/context.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { attemptSteps } from '../support/attemptSteps.ts';
import { bet, type Betting, openBatcher, openBetting } from '../support/betting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: Betting;
let admin: Actor & { userId: bigint };
let contest: ContestView;
let players: bigint[];

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  games = await openBetting(database, { withBeacon: true });
  admin = await givenActor(games, 'admin');
});
afterAll(async () => {
  await games.stop();
  await database.close();
});
beforeEach(async () => {
  await nextRound();
  players = await givenPlayers(games, 4, { rupees: 100 });
});

/** Waits for the next round, of version 2 where the beacon is reachable. */
async function nextRound(): Promise<void> {
  await games.services.beacon?.probe(new AbortController().signal);
  contest = await nextContest(games, 'sapreOne');
}
const place = (player: bigint | undefined, paise = 100n, key?: string) =>
  bet(games.player(player ?? 0n), { gameId: contest.gameId, selection: 3, paise, ...(key ? { key } : {}) });
const numbersOf = async (of = contest) =>
  (
    await rawQuery<{ number: number | null }>(
      games.services.db,
      sql`select number from bets where contest_id = ${of.id} order by number`,
    )
  ).map(({ number }) => number);
const rootStored = () =>
  rawQuery<{ root: Buffer | null; computed: Buffer }>(
    games.services.db,
    sql`select bets_root as root, bets_root_of(id) as computed from contests where id = ${contest.id}`,
  );

describe('the number of a bet in its round', () => {
  test('counts from 1 in each round of version 2, and stands in the first and in a repeated answer', async () => {
    const key = randomUUID();
    expect((await place(players[0], 100n, key)).bet.number).toBe(1);
    expect((await place(players[1])).bet.number).toBe(2);
    expect(await place(players[0], 100n, key)).toMatchObject({ replayed: true, bet: { number: 1 } });
    await games.moveTo(contest.closesAt);
    await nextRound();
    expect((await place(players[2])).bet.number).toBe(1);
  });

  test('is never given twice nor left out by batches of four servers at once', async () => {
    const crowd = await givenPlayers(games, 50, { rupees: 100 });
    const others = [1, 2, 3].map(() => openBatcher(games));
    const servers = [games.batcher, ...others];
    try {
      const placed = await Promise.all(
        servers.flatMap((bets) =>
          Array.from({ length: 150 }, (_, n) =>
            bet(
              { ...games.player(crowd[n % crowd.length] ?? 0n), bets },
              { gameId: contest.gameId, selection: n % 13, paise: 100n },
            ),
          ),
        ),
      );
      const answered = placed.map(({ bet: { number } }) => number ?? 0).toSorted((a, b) => a - b);
      expect(answered).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
      expect(await numbersOf()).toEqual(answered);
    } finally {
      await Promise.all(others.map((server) => server.stop()));
    }
  });

  test('stays that of each bet where others are cancelled', async () => {
    for (const player of players) await place(player);
    await overrideContest(games.as(admin), { gameId: contest.gameId, number: 3, reason: 'A test of the operator' });
    await games.services.db.execute(
      sql`select cancel_bets(${contest.id}, ${players[1]}, ${new Date(games.clock.now()).toISOString()})`,
    );
    const leaves = await rawQuery<{ number: number }>(
      games.owner,
      sql`select number from bet_leaves(${contest.id}, 0, 0, null)`,
    );
    expect(leaves.map(({ number }) => number)).toEqual([1, 3, 4]);
    await games.moveTo(contest.closesAt);
    const [{ root, computed } = { root: null, computed: Buffer.alloc(0) }] = await rootStored();
    expect(root).toEqual(computed);
  });

  test('is given by the function that servers of the release before call', async () => {
    const at = new Date(games.clock.now()).toISOString();
    await games.services.db.execute(
      sql`select place_bets(array[${players[0]}]::bigint[], array[${contest.id}]::bigint[], '{1}', '{100}', '{null}', array[${at}]::timestamptz[])`,
    );
    expect(await numbersOf()).toEqual([1]);
  });

  test('is null under version 1', async () => {
    const { beacon } = games.services;
    games.services.beacon = null;
    await nextRound();
    games.services.beacon = beacon;
    expect(contest.drawVersion).toBe('colour-pf/1');
    expect((await place(players[0])).bet.number).toBeNull();
    expect(await attempt(insert(1))).toMatch('number under version 2');
    expect(await attempt(insert(null))).toBe('accepted');
  });

  const insert = (number: number | null) =>
    `insert into bets (contest_id, player_id, selection, amount, balance_after, placed_at, number)
     select ${contest.id}, ${players[0]}, 1, 100, 0, starts_at, ${number} from contests where id = ${contest.id}`;
  const attempt = (...statements: string[]) =>
    attemptSteps(database, ...statements.map((statement) => ({ at: games.clock.now(), statement })));

  test('is demanded by the database, once, from 1, whichever role writes', async () => {
    await place(players[0]);
    expect(await attempt(insert(null))).toMatch('number under version 2');
    expect(await attempt(insert(1))).toMatch('bets_contest_id_number_unique');
    expect(await attempt(insert(0))).toMatch('bets_number_positive');
    expect(await attempt(insert(2))).toBe('accepted');
  });

  test('lacking at one bet, as in a round of the upgrade, leaves the round without a root', async () => {
    await place(players[0]);
    await tamper(database, insert(null));
    await games.moveTo(contest.closesAt);
    expect((await rootStored())[0]?.root).toBeNull();
  });
});
