import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { claimPlayCredit, ownPlayCredit } from '../../server/domain/wallet/playCredit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { historyKey, walletHistory } from '../../server/domain/wallet/walletHistory.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { nextContest, placeBets, runGames, type RunningGames } from '../support/rounds.ts';
import { tamper } from '../support/tamper.ts';
import { givenMember, type Member } from '../support/world/members.ts';

const CREDIT = paise(1_000_00n);
const DAY = 24 * 3_600_000;

let database: TestDatabase;
let games: RunningGames;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  leaveBroken(database, 'every play credit moved once and in full, from the house to its player');
  games = await runGames(database);
  games.services.config.playCredit = CREDIT;
});
afterAll(async () => {
  await games.games.stop();
  await database.close();
});

const balances = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId);
const claim = (player: Member, idempotencyKey?: string) => claimPlayCredit(player.ctx(), { idempotencyKey });
const withdraw = (player: Member, amount: bigint) =>
  requestWithdrawal(player.ctx(), { amount: paise(amount), upiId: 'asha@okbank' });

/** A player who has staked all but `left` paise on a number of the running round of one minute. */
async function givenStaked(left: bigint, { winner = false } = {}): Promise<Member> {
  const player = await givenMember(games);
  const { id } = await nextContest(games, 'sapreOne');
  const selections = winner ? [10, 12] : [7];
  await placeBets(
    games,
    selections.map((selection) => ({
      playerId: player.userId,
      contestId: id,
      selection,
      paise: (CREDIT - left) / BigInt(selections.length),
    })),
  );
  return player;
}

const endRound = () => nextContest(games, 'sapreOne');
/** Leaves the player nothing: what a lost round would do, whatever wins. */
const empty = ({ userId }: Member) =>
  database.pool.query(
    `insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
     select a.id, h.id, a.balance, 'contest_result', -(select max(id) from transfers), now() from ledger_accounts a, ledger_accounts h
      where h.kind = 'house' and a.kind = 'player_available' and a.player_id = $1 and a.balance > 0`,
    [userId],
  );

describe('a new player', () => {
  it('has the play credit in the wallet, and nothing of it in the history', async () => {
    const player = await givenMember(games);
    expect(await balances(player)).toEqual({ available: CREDIT, held: 0n });
    expect((await walletHistory(player.ctx(), { limit: 10 })).rows.map(historyKey)).toEqual([]);
  });

  it('has none where it is switched off', async () => {
    games.services.config.playCredit = paise(0n);
    const player = await givenMember(games);
    expect(await balances(player)).toEqual({ available: 0n, held: 0n });
    expect(await ownPlayCredit(player.ctx())).toBeNull();
    expect(await refusalCode(claim(player))).toBe('NO_PLAY_CREDIT');
    games.services.config.playCredit = CREDIT;
  });

  it('can be given it once at sign-up, whoever asks the database', async () => {
    const player = await givenMember(games);
    const again = await rawQuery(
      games.services.db,
      sql`select outcome from grant_play_credit(${player.userId}, true, ${CREDIT})`,
    );
    expect(again).toEqual([{ outcome: 'given' }]);
    expect(await balances(player)).toEqual({ available: CREDIT, held: 0n });
    await expect(
      database.pool.query(`insert into play_credits (player_id, amount, created_at) values ($1, 1, now())`, [
        player.userId,
      ]),
    ).rejects.toMatchObject({ constraint: 'play_credits_sign_up_unique' });
  });
});

describe('claiming play credit', () => {
  it('gives the same again below ₹10, once a day in India', async () => {
    const player = await givenMember(games);
    await empty(player);
    expect(await ownPlayCredit(player.ctx())).toEqual({ amount: CREDIT, nextClaimAt: null });
    games.published.length = 0;
    expect((await claim(player)).balances).toEqual({ available: CREDIT, held: 0n });
    expect(games.published).toEqual([{ type: 'walletChanged', playerIds: [String(player.userId)] }]);
    expect(await balances(player)).toEqual({ available: CREDIT, held: 0n });

    await empty(player);
    expect((await refusal(claim(player))).message).toMatch(/today/);
    const midnight = (await ownPlayCredit(player.ctx()))?.nextClaimAt ?? new Date(0);
    expect(midnight.toISOString()).toMatch(/T18:30:00.000Z$/);
    await games.moveTo(midnight.getTime() - 1);
    expect(await refusalCode(claim(player))).toBe('NO_PLAY_CREDIT');
    await games.moveTo(midnight);
    expect(await ownPlayCredit(player.ctx())).toEqual({ amount: CREDIT, nextClaimAt: null });
    expect((await claim(player)).balances).toEqual({ available: CREDIT, held: 0n });
  });

  it('is refused at ₹10, counting what is held', async () => {
    const player = await givenMember(games);
    await withdraw(player, CREDIT - 4_00n);
    expect((await refusal(claim(player))).message).toMatch(/₹10.00/);
    const almost = await givenMember(games);
    await empty(almost);
    await claim(almost);
    await withdraw(almost, 10_00n);
    await empty(almost);
    await games.moveTo(games.clock.now() + DAY);
    expect(await refusalCode(claim(almost))).toBe('NO_PLAY_CREDIT');
  });

  it('counts live stakes until they are settled, and then what they returned', async () => {
    const player = await givenStaked(9_98n);
    expect(await refusalCode(claim(player))).toBe('NO_PLAY_CREDIT');
    const winner = await givenStaked(9_98n, { winner: true });
    await endRound();
    await empty(player);
    expect((await claim(player)).balances.available).toBe(CREDIT);
    expect(await refusalCode(claim(winner))).toBe('NO_PLAY_CREDIT');
  });

  it('moves nothing twice: with its key again, or ten times at once', async () => {
    const player = await givenMember(games);
    await empty(player);
    const first = await claim(player, 'one');
    expect(await claim(player, 'one')).toEqual({ ...first, replayed: true });
    const other = await givenMember(games);
    await empty(other);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => claim(other)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances(other)).toEqual({ available: CREDIT, held: 0n });
    await expect(
      database.pool.query(
        `insert into play_credits (player_id, claimed_on, amount, created_at)
         select player_id, claimed_on, 1, now() from play_credits where player_id = $1 and claimed_on is not null`,
        [other.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'play_credits_claim_unique' });
  });
});

it('is balanced in the books, which notice a credit without its transfer and a wrong one', async () => {
  const faults = async () =>
    (await auditBooks(games.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0).map(({ name }) => name);
  expect(await faults()).toEqual([]);
  const player = await givenMember(games);
  await tamper(database, `update play_credits set amount = amount + 1 where player_id = ${player.userId}`);
  expect(await faults()).toEqual(['every play credit moved once and in full, from the house to its player']);
});
