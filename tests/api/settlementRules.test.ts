import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceGame } from '../../server/domain/contests/advanceGame.ts';
import { contestByGameId } from '../../server/domain/contests/contestQueries.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import type { GameType } from '../../server/domain/contests/gameTypes.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { expectLockWait } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  currentContest,
  ledgerFaults,
  nextContest,
  placeBets,
  type RunningGames,
  runGames,
} from '../support/rounds.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

let database: TestDatabase;
let games: RunningGames;
/** Decided with number 1, nothing paid: a loss of the house (9600 - 3000 paise), a profit (3000 - 0), and no bets. */
let lost: ContestView;
let won: ContestView;
let empty: ContestView;

beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
  const contests = {
    sapreThree: await nextContest(games, 'sapreThree'),
    sapreOne: await currentContest(games, 'sapreOne'),
    sapreHalf: await currentContest(games, 'sapreHalf'),
  };
  // Decided manually, so that the contest clock doesn't pay them.
  await games.games.stop();
  const [playerId = 0n] = await givenPlayers(games, 1);
  const bets = (contestId: bigint, selections: readonly number[]) =>
    placeBets(
      games,
      selections.map((selection) => ({ playerId, contestId, selection, paise: 1_000n })),
    );
  await bets(contests.sapreThree.id, [1, 2, 3]);
  await bets(contests.sapreOne.id, [2, 3, 4]);
  const admin = games.as(await givenActor(games, 'admin'));
  for (const { gameId } of Object.values(contests))
    await overrideContest(admin, { gameId, number: 1, reason: 'set by a test' });
  const decided = async (gameType: GameType): Promise<ContestView> => {
    const { gameId, endsAt } = contests[gameType];
    games.clock.set(Number(endsAt));
    await advanceGame(games.as({ kind: 'system' }), gameType, () => Promise.resolve());
    const contest = await contestByGameId(games.as({ kind: 'system' }), gameId);
    if (contest?.state !== 'DECIDED') throw new Error(`${gameId} is ${contest?.state}`);
    return contest;
  };
  empty = await decided('sapreHalf');
  won = await decided('sapreOne');
  lost = await decided('sapreThree');
});
afterAll(() => database.close());

const pay = ({ id }: ContestView) => `perform settle_parts(${id}, 0, 0, now())`;
const settle = ({ id }: ContestView, stakes: string, payouts: string, at = 'now()') =>
  `update contests set state = 'SETTLED', total_stakes = ${stakes}, total_payouts = ${payouts}, settled_at = ${at}
    where id = ${id}`;
const toHouse = ({ id }: ContestView, amount: number) =>
  `perform post_transfer(account_id, (select id from ledger_accounts where kind = 'house'), ${amount}, 'contest_result', id, now())
     from contests where id = ${id}`;
const fromHouse = ({ id }: ContestView, amount: number) =>
  `perform post_transfer((select id from ledger_accounts where kind = 'house'), account_id, ${amount}, 'contest_result', id, now())
     from contests where id = ${id}`;
/** Changes the totals of the contest's part, bypassing the trigger that protects them. */
const recount = ({ id }: ContestView, change: string) =>
  `set local session_replication_role = replica; update settlement_parts set ${change} where contest_id = ${id};
   set local session_replication_role = origin`;

/** Runs the steps in one transaction and rolls back. Rejects when one is refused. */
async function attempt(...steps: string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`do $$ begin ${steps.join('; ')}; end $$`);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function finish(on: Pick<TestDatabase['pool'], 'query'>, { id, endsAt }: ContestView): Promise<boolean> {
  const { rows } = await on.query<{ finished: boolean }>(`select finish_contest($1, $2) as finished`, [id, endsAt]);
  return rows[0]?.finished ?? false;
}

describe('the database pays a contest', () => {
  const payParts = (first: number, last: number) => `perform settle_parts(${lost.id}, ${first}, ${last}, now())`;

  it.each([
    ['before the first', -1, -1],
    ['from before the first', -1, 0],
    ['after the last', 1, 1],
    ['to after the last', 0, 1],
  ])('in no part %s', async (_where, first, last) => {
    await expect(attempt(payParts(first, last))).rejects.toThrow('has no parts');
  });

  it('only once its number is decided', async () => {
    const { rows } = await database.pool.query<{ id: bigint }>(`select id from contests where state = 'OPEN'`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) {
      await expect(attempt(`perform settle_parts(${id}, 0, 0, now())`)).rejects.toThrow('has no parts');
    }
  });
});

describe('the database settles a contest', () => {
  it('whose parts are paid and whose remainder the house has taken or made up', async () => {
    await attempt(pay(lost), fromHouse(lost, 6_600), settle(lost, '3000', '9600'));
    await attempt(pay(won), toHouse(won, 3_000), settle(won, '3000', '0'));
  });

  it('that is paid in several parts', async () => {
    const cut = `set local session_replication_role = replica;
      update contests set settlement_parts = 2 where id = ${lost.id};
      update settlement_parts set bet_count = 1, stakes = 1000, payouts = 9000 where contest_id = ${lost.id};
      insert into settlement_parts (contest_id, part, bet_count, stakes, payouts) values (${lost.id}, 1, 2, 2000, 600);
      set local session_replication_role = origin`;
    await attempt(pay(lost), cut, fromHouse(lost, 6_600), settle(lost, '3000', '9600'));
  });

  it('in which nothing was staked', async () => {
    await attempt(pay(empty), settle(empty, '0', '0'));
    await expect(attempt(settle(empty, '0', '0'))).rejects.toThrow('is not fully paid');
    await expect(attempt(pay(empty), toHouse(empty, 1), settle(empty, '0', '0'))).rejects.toThrow('is not fully paid');
  });

  it.each<[string, () => string[]]>([
    ['nothing paid', () => [fromHouse(lost, 6_600), settle(lost, '3000', '9600')]],
    ['no instant', () => [pay(lost), fromHouse(lost, 6_600), settle(lost, '3000', '9600', 'null')]],
    ['nothing from the house', () => [pay(lost), settle(lost, '3000', '9600')]],
    ['nothing to the house', () => [pay(won), settle(won, '3000', '0')]],
    ['too little from the house', () => [pay(lost), fromHouse(lost, 6_599), settle(lost, '3000', '9600')]],
    ['too much to the house', () => [pay(won), toHouse(won, 3_001), settle(won, '3000', '0')]],
    ['a remainder the wrong way', () => [pay(won), fromHouse(won, 3_000), settle(won, '3000', '0')]],
    ['other total stakes', () => [pay(lost), fromHouse(lost, 6_600), settle(lost, '3001', '9600')]],
    ['no total stakes', () => [pay(lost), fromHouse(lost, 6_600), settle(lost, 'null', '9600')]],
    ['other total payouts', () => [pay(lost), fromHouse(lost, 6_600), settle(lost, '3000', '9601')]],
    ['no total payouts', () => [pay(lost), fromHouse(lost, 6_600), settle(lost, '3000', 'null')]],
    [
      'a bet more than was counted',
      () => [
        pay(lost),
        recount(lost, 'bet_count = bet_count + 1'),
        fromHouse(lost, 6_600),
        settle(lost, '3000', '9600'),
      ],
    ],
    [
      'other stakes than were counted',
      () => [pay(lost), recount(lost, 'stakes = stakes + 1'), fromHouse(lost, 6_599), settle(lost, '3001', '9600')],
    ],
    [
      'other payouts than were counted',
      () => [pay(lost), recount(lost, 'payouts = payouts + 1'), fromHouse(lost, 6_601), settle(lost, '3000', '9601')],
    ],
  ])('not with %s', async (_, steps) => {
    await expect(attempt(...steps())).rejects.toThrow('is not fully paid');
  });

  it('once, by finish_contest, and not before its parts are paid', async () => {
    for (const contest of [lost, won]) {
      expect(await finish(database.pool, contest)).toBe(false);
      await database.pool.query(`select settle_parts($1, 0, 0, now())`, [contest.id]);
      expect(await finish(database.pool, contest)).toBe(true);
      expect(await finish(database.pool, contest)).toBe(false);
    }
    expect(await ledgerFaults(games)).toEqual([]);
  });

  it('once, though two finish it at the same moment', async () => {
    await database.pool.query(`select settle_parts($1, 0, 0, now())`, [empty.id]);
    const first = await database.pool.connect();
    try {
      await first.query('begin');
      expect(await finish(first, empty)).toBe(true);
      const second = finish(database.pool, empty);
      await expectLockWait(database);
      await first.query('commit');
      expect(await second).toBe(false);
    } finally {
      first.release(true);
    }
    const { rows } = await database.pool.query(
      `select sum(contest_count)::int as contests from hourly_totals where game_type = 'sapreHalf'
        union all select count(*)::int from contests where game_type = 'sapreHalf' and state = 'SETTLED'`,
    );
    expect(rows[0]).toEqual(rows[1]);
  });
});
