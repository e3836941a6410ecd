import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import {
  contestResults,
  historyKey,
  walletHistory,
  type WalletHistoryEntry,
} from '../../server/domain/wallet/walletHistory.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase();
  games = await runGames(database);
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

/** Stakes 10 paise on each number and ₹1 on green in the next half-minute contest, and waits for the end. */
async function playRound(player: Member): Promise<bigint> {
  const contest = await nextContest(games, 'sapreHalf');
  const { userId: playerId } = player;
  const numbers = Array.from({ length: 10 }, (_, selection) => ({
    playerId,
    contestId: contest.id,
    selection,
    paise: 10n,
  }));
  await placeBets(games, [...numbers, { playerId, contestId: contest.id, selection: 10, paise: 100n }]);
  await games.moveTo(contest.endsAt);
  return contest.id;
}

async function deposit(player: Member): Promise<bigint> {
  const { id } = await givenDeposit(games, player, 20);
  await decideTransaction((await givenPrimaryAdmin(games)).ctx(), { transactionId: id, decision: 'APPROVE' });
  return id;
}

/** Each does one thing that moves the player's money, and returns its entry's name. */
const steps = {
  pay: async (player: Member) => `transaction ${await deposit(player)}`,
  play: async (player: Member) => `contest ${await playRound(player)}`,
  correct: async ({ userId: playerId }: Member) => {
    const input = { playerId, amount: paise(1_00n), reason: 'asked for by a test', evidence: 'Ticket 1' };
    return `correction ${(await correctBalance((await givenPrimaryAdmin(games)).ctx(), input)).correctionId}`;
  },
};

function nameOf(entry: WalletHistoryEntry): string {
  if (entry.kind === 'contest') return `contest ${entry.contestId}`;
  if (entry.kind === 'return') return `return ${entry.payout.id}`;
  return entry.kind === 'correction' ? `correction ${entry.correction.id}` : `transaction ${entry.transaction.id}`;
}

it('merges finished contests and approved payments, newest first, whatever the page size', async () => {
  const player = await givenMember(games);
  const expected: string[] = [];
  for (const step of ['pay', 'play', 'correct', 'play', 'pay', 'correct', 'correct', 'pay', 'play'] as const) {
    expected.unshift(await steps[step](player));
  }
  const whole = await walletHistory(player.ctx(), { limit: 100 });
  const names = whole.rows.map(nameOf);
  expect(names.toSorted()).toEqual(expected.toSorted());
  const instants = whole.rows.map((entry) => historyKey(entry).at.getTime());
  expect(instants).toEqual(instants.toSorted((a, b) => b - a));

  for (const limit of [1, 2, 3, 5]) {
    const paged: string[] = [];
    let page = await walletHistory(player.ctx(), { limit });
    for (;;) {
      paged.push(...page.rows.map(nameOf));
      const last = page.rows.at(-1);
      if (!page.hasNext || !last) break;
      page = await walletHistory(player.ctx(), { limit, after: historyKey(last) });
    }
    expect(paged).toEqual(names);
  }
});

it('gives one entry per contest with all that was staked and won, and none to who did not play', async () => {
  const [player, other] = [await givenMember(games, { rupees: 10 }), await givenMember(games)];
  const contestId = await playRound(player);
  const { rows } = await contestResults(player.ctx(), { limit: 10 });
  expect(rows).toMatchObject([{ contestId, betCount: 11, betAmount: 200n }]);
  // The winning number always profits 96 paise; green returns ₹2, ₹1.60 or nothing.
  expect([96n, 256n, 296n]).toContain(rows[0]?.winAmount);
  expect((await walletHistory(other.ctx(), { limit: 10 })).rows).toEqual([]);
});
