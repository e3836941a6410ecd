import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { advanceGame } from '../../server/domain/contests/advanceGame.ts';
import type { ContestView } from '../../server/domain/contests/contestView.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { endOrLockWait, expectLockWait, holdAccount } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest, placeBets, type RunningGames, runGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';

const RED = 12;
const VIOLET = 11;

/** The bets of six players on a contest that 5 wins, by the part that pays them: selection, paise staked and returned. */
const BETS: readonly (readonly (readonly (readonly [selection: number, paise: bigint, returned: bigint])[])[])[] = [
  // Returned as much as staked.
  [
    [
      [RED, 500n, 800n],
      [2, 300n, 0n],
    ],
  ],
  [
    [
      [5, 100n, 960n],
      [5, 50n, 480n],
      [3, 10n, 0n],
    ],
    [[4, 1_000n, 0n]],
  ],
  // The last of the three is cancelled.
  [[[RED, 1n, 1n]], [[VIOLET, 100n, 480n]], [[5, 700n, 0n]]],
];

let database: TestDatabase;
let games: RunningGames;
let contest: ContestView;
/** Players by part, in the order of BETS. */
let players: bigint[][];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
  const ids = (await givenPlayers(games, 6)).toSorted((a, b) => (a < b ? -1 : 1));
  players = BETS.map((part) => part.map(() => ids.shift() as bigint));
  contest = await nextContest(games, 'sapreThree');
  await games.games.stop();
  await placeBets(
    games,
    BETS.flatMap((part, p) =>
      part.flatMap((bets, n) =>
        bets.map(([selection, paise]) => ({ playerId: idAt(p, n), contestId: contest.id, selection, paise })),
      ),
    ),
  );
  await overrideContest(games.as(await givenActor(games, 'admin')), {
    gameId: contest.gameId,
    number: 5,
    reason: 'set by a test',
  });
  await cancelBets(games.as({ kind: 'player', userId: idAt(2, 2), sessionId: 1n }), contest);
  games.clock.set(Number(contest.endsAt));
  await advanceGame(games.as({ kind: 'system' }), 'sapreThree', () => Promise.resolve());
  const bounds = `'{${idAt(1, 0)},${idAt(2, 0)}}'`;
  await tamper(database, `update contests set part_bounds = ${bounds}, settlement_parts = 3 where id = ${contest.id}`);
});
afterAll(() => database.close());

const idAt = (part: number, player: number) => players[part]?.[player] as bigint;

/** Pays ranges of parts one after the other in a transaction that is rolled back: the last answer, and what is written. */
async function pay(...ranges: (readonly [first: number, last: number])[]) {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    let answer: unknown[] = [];
    for (const range of ranges) answer = await settle(client, range);
    return { answer, ...(await written(client)) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function settle(client: PoolClient | TestDatabase['pool'], [first, last]: readonly [number, number]) {
  const { rows } = await client.query<{ player: bigint; notified: boolean }>(
    `select player_id as player, notification_id is not null as notified from settle_parts($1, $2, $3, $4)
      order by player, notified`,
    [contest.id, first, last, contest.endsAt],
  );
  return rows;
}

async function written(client: PoolClient) {
  const read = async (query: string) => (await client.query<Record<string, unknown>>(query, [contest.id])).rows;
  return {
    parts: await read(
      `select part, bet_count as bets, stakes, payouts from settlement_parts where contest_id = $1 order by part`,
    ),
    results: await read(`select player_id as player, bet_count as bets, bet_amount as staked, win_amount as won
                           from contest_results where contest_id = $1 order by player`),
    payouts: await read(`select player_id as player, p.amount from bet_payouts p join bets b on b.id = p.bet_id
                          where contest_id = $1 order by player, p.amount`),
    transfers: await read(`select a.player_id as player, a.kind, t.amount from transfers t
                             join ledger_accounts a on a.id = t.credit_account_id join bets b on b.id = t.reference_id
                            where t.kind = 'bet_payout' and b.contest_id = $1 order by player, t.amount`),
  };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** What has to be written for parts, from BETS alone. */
function expected(parts: readonly number[]) {
  const isCancelled = (part: number, player: number) => part === 2 && player === 2;
  const paid = parts.flatMap((part) =>
    (BETS[part] ?? []).flatMap((bets, n) =>
      isCancelled(part, n)
        ? []
        : [
            {
              part,
              player: idAt(part, n),
              bets,
              won: sum(bets.map((bet) => bet[2])),
              staked: sum(bets.map((bet) => bet[1])),
            },
          ],
    ),
  );
  const payouts = paid.flatMap(({ player, bets }) =>
    bets
      .map(([, , amount]) => ({ player, amount }))
      .filter(({ amount }) => amount > 0n)
      .toSorted((a, b) => Number(a.amount - b.amount)),
  );
  return {
    parts: parts.map((part) => {
      const inPart = paid.filter((one) => one.part === part);
      return {
        part,
        bets: inPart.reduce((count, { bets }) => count + bets.length, 0),
        stakes: sum(inPart.map(({ staked }) => staked)),
        payouts: sum(inPart.map(({ won }) => won)),
      };
    }),
    results: paid.map(({ player, bets, staked, won }) => ({ player, bets: bets.length, staked, won })),
    payouts,
    transfers: payouts.map(({ player, amount }) => ({ player, kind: 'player_available', amount })),
  };
}

/** A row for each player paid, and another for each notified: those who won more than they staked. */
const answerFor = (parts: readonly number[]) =>
  expected(parts).results.flatMap(({ player, staked, won }) =>
    [
      { player, notified: false },
      { player, notified: true },
    ].filter(({ notified }) => won > (notified ? staked : 0n)),
  );

it.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [1, 2],
  [0, 2],
] as const)('pays parts %d to %d, and those alone', async (first, last) => {
  const parts = [0, 1, 2].slice(first, last + 1);
  expect(await pay([first, last])).toEqual({ answer: answerFor(parts), ...expected(parts) });
});

it.each([0, 1, 2])('pays the rest where part %d is paid already', async (paid) => {
  const rest = [0, 1, 2].filter((part) => part !== paid);
  expect(await pay([paid, paid], [0, 2])).toEqual({ answer: answerFor(rest), ...expected([0, 1, 2]) });
});

it.each([
  [1, [0, 1, 2, 3, 4, 5]],
  // The nine bets by player: two, three, and one of each of the others. Every second one starts a part.
  [2, [0, 1, 2, 4]],
  [4, [1, 4]],
  [10, []],
])('is cut into parts at players, each once: %d bets a part', async (betsPerPart, starts) => {
  const client = await database.pool.connect();
  const uncounted = `state = 'CLOSED', bet_count = null, part_bounds = null, selection_stakes = null, outcome_payouts = null,
    decided_by = null, winning_number = null, seed = null, decided_at = null, settlement_parts = null`;
  try {
    await client.query(`begin; set local session_replication_role = replica;
      update contests set ${uncounted} where id = ${contest.id}; select count_bets(${contest.id}, ${betsPerPart})`);
    const { rows } = await client.query('select part_bounds as bounds from contests where id = $1', [contest.id]);
    expect(rows).toEqual([{ bounds: starts.map((n) => players.flat()[n]) }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('pays nothing twice', async () => {
  expect(await pay([0, 2], [0, 2])).toEqual({ answer: [], ...expected([0, 1, 2]) });
  expect(await pay([1, 2], [1, 2])).toEqual({ answer: [], ...expected([1, 2]) });
});

it('numbers the transfers of a part only when it has locked its winners’ accounts', async () => {
  const lastNumber = async () => (await database.pool.query('select last_value from transfers_id_seq')).rows;
  const before = await lastNumber();
  const release = await holdAccount(database, idAt(1, 0), 'player_available');
  const paying = pay([1, 1]);
  await expectLockWait(database);
  const meanwhile = await lastNumber();
  await release();
  await paying;
  expect(meanwhile).toEqual(before);
});

it('lets a second settlement of a part wait for the first, and find nothing to pay', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await settle(client, [0, 1]);
  const second = settle(database.pool, [1, 1]);
  await endOrLockWait(database, second);
  await client.query('commit');
  client.release();
  expect(await second).toEqual([]);
});
