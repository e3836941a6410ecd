import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { transferKind } from '../../db/schema/wallet.ts';
import { goLive } from '../../server/composition/goLive.ts';
import { readConfig } from '../../server/config/config.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { reopenStatementLine, setAsideStatementLines } from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { returnPayout } from '../../server/domain/statements/returnPayout.ts';
import { listStatementLines } from '../../server/domain/statements/statementLines.ts';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { cancelBets } from '../../server/domain/bets/cancelBets.ts';
import { voidContest } from '../../server/domain/bets/voidContest.ts';
import { overrideContest } from '../../server/domain/contests/overrideContest.ts';
import { placeOfTransfer } from '../../server/domain/ground/ledger/movements.ts';
import { changeOf, type OwedLines } from '../../server/domain/ground/ledger/owedLines.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { lifetimeTotals } from '../../server/domain/people/lifetimeTotals.ts';
import { liabilities } from '../../server/domain/stats/liabilities.ts';
import { owedStatement } from '../../server/domain/stats/owedStatement.ts';
import { EARLIEST } from '../../server/domain/stats/range.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { type Betting, openBetting, tryBet } from '../support/betting.ts';
import { createTestDatabase, openBoth } from '../support/database.ts';
import { databaseUrl } from '../support/databaseUrl.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { currentContest } from '../support/rounds.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { TEST_SEED_KEY } from '../support/seedKey.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
  userRow,
} from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';

const HALF_HOUR_MS = 30 * 60_000;
const system = { kind: 'system' } as const;
const reason = 'asked for by the test of the statement';

/** What a step of the mix does, for one of the players, with an amount in paise. */
const deeds = [
  'deposit',
  'denyDeposit',
  'payOut',
  'approvePayout',
  'payoutReturned',
  'denyPayout',
  'cancelPayout',
  'holdPayout',
  'bet',
  'cancelBets',
  'voidRound',
  'playRounds',
  'add',
  'take',
  'leave',
  'unclaimed',
] as const;
type Step = readonly [deed: (typeof deeds)[number], player: number, amount: number];

/** What players are owed at an instant, read then. */
interface Mark {
  at: Date;
  owed: bigint;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let games: Betting;
let boss: Member;
let other: Member;
const players: Member[] = [];
const gone: Member[] = [];
const marks: Mark[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  games = await openBetting(database);
  games.services.config.playCredit = paise(100_000n);
  boss = await givenPrimaryAdmin(games);
  other = await givenOtherAdmin(games);
  for (let count = 0; count < 4; count += 1) players.push(await givenMember(games));
});
afterAll(() => database.close());

async function owedNow(domain: TestDomain): Promise<bigint> {
  const { available, held, liveStakes } = await liabilities(domain.as(system));
  return available + held + liveStakes;
}

async function carryOut([deed, index, amount]: Step): Promise<void> {
  const player = players[index % players.length];
  if (!player) throw new Error('there are players');
  const decide = (transactionId: bigint, decision: 'APPROVE' | 'DENY') =>
    decideTransaction(boss.ctx(), { transactionId, decision, message: 'A reason for this decision' });
  const payOut = async (transactionId: bigint) =>
    void (await decideTransaction(boss.ctx(), {
      transactionId,
      decision: 'APPROVE',
      payoutReference: randomBytes(8).toString('hex'),
    }));
  const withdraw = () => requestWithdrawal(player.ctx(), { amount: paise(BigInt(amount)), upiId: 'pia@upi' });
  const correct = (change: bigint) =>
    correctBalance(boss.ctx(), { playerId: player.userId, amount: paise(change), reason, evidence: 'Ticket 1' });
  switch (deed) {
    case 'deposit':
      return void (await decide((await givenDeposit(games, player, amount)).id, 'APPROVE'));
    case 'denyDeposit':
      return void (await decide((await givenDeposit(games, player, amount)).id, 'DENY'));
    case 'payOut':
      return payOut((await withdraw()).transaction.id);
    case 'approvePayout':
      return void (await decide((await withdraw()).transaction.id, 'APPROVE'));
    case 'payoutReturned': {
      const { id: transactionId } = (await withdraw()).transaction;
      await payOut(transactionId);
      await returnPayout(boss.ctx(), { transactionId, reason });
      const [proposal] = await openProposals(other.ctx());
      return void (await confirmProposal(other.ctx(), { proposalId: proposal?.id ?? 0n }));
    }
    case 'denyPayout':
      return void (await decide((await withdraw()).transaction.id, 'DENY'));
    case 'cancelPayout':
      return void (await cancelWithdrawal(player.ctx(), { transactionId: (await withdraw()).transaction.id }));
    case 'holdPayout':
      return void (await withdraw());
    case 'bet': {
      const { gameId } = await currentContest(games, amount % 2 === 0 ? 'sapreThree' : 'sapreOne');
      return void (await tryBet(player.ctx(), { gameId, selection: amount % 13, paise: BigInt(amount) }));
    }
    case 'cancelBets': {
      const { gameId } = await currentContest(games, 'sapreThree');
      await tryBet(player.ctx(), { gameId, paise: BigInt(amount) });
      await overrideContest(boss.ctx(), { gameId, number: amount % 10, reason });
      return void (await cancelBets(player.ctx(), { gameId }));
    }
    case 'voidRound': {
      const { gameId } = await currentContest(games, 'sapreOne');
      await tryBet(player.ctx(), { gameId, paise: BigInt(amount) });
      return void (await voidContest(boss.ctx(), { gameId, reason }));
    }
    case 'playRounds':
      return games.moveTo(games.clock.now() + 7 * 60_000);
    case 'add':
      return void (await correct(BigInt(amount)));
    case 'take':
      return void (await correct(-BigInt(amount)));
    case 'unclaimed':
      return unclaimedForAWhile(boss, amount);
    case 'leave': {
      await games.moveTo(games.clock.now() + 7 * 60_000);
      await closeAccount(player.ctx(), { password: player.password });
      players[index % players.length] = await givenMember(games);
      gone.push(player);
    }
  }
}

let receipts = 0;

/** A receipt without a request is set aside as unclaimed, then reopened. */
async function unclaimedForAWhile(by: Member, amount: number): Promise<void> {
  receipts += 1;
  const { id: payeeId } = await addUpiPayee(by.ctx(), { upiId: `receipt${receipts}@bank`, reason });
  const rows = `Date,Narration,Ref,In,Out,Balance\n19-11-2026,UPI CREDIT,${640_187_320_000 + receipts},${amount / 100},,`;
  const content = Buffer.from(rows).toString('base64');
  await importStatement(by.ctx(), { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping });
  const lineIds = (await listStatementLines(by.ctx(), { payeeId }, { limit: 1 })).rows.map(({ id }) => id);
  await setAsideStatementLines(by.ctx(), { lineIds, kind: 'unclaimed', reason: 'nobody asked' });
  for (const lineId of lineIds) await reopenStatementLine(by.ctx(), { lineId });
}

/** Carries out steps; one that is refused (too little money, a closed round) changes nothing. Marks what is owed after each. */
async function live(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await carryOut(step).catch(() => undefined);
    await games.moveTo(games.clock.now() + 1_001);
    marks.push({ at: new Date(games.clock.now()), owed: await owedNow(games) });
  }
}

/** What each place of the statement makes in the ledger itself, from all its transfers. */
async function ofTransfers(domain: TestDomain): Promise<Map<string, bigint>> {
  const rows = await rawQuery<{ kind: keyof typeof placeOfTransfer; change: bigint }>(
    domain.owner,
    sql`select t.kind, sum(t.amount * ((c.player_id is not null)::int - (d.player_id is not null)::int))::bigint as change
          from transfers t
          join ledger_accounts d on d.id = t.debit_account_id
          join ledger_accounts c on c.id = t.credit_account_id
         group by t.kind`,
  );
  const sums = new Map<string, bigint>();
  for (const { kind, change } of rows) {
    const place = placeOfTransfer[kind] ?? 'none';
    sums.set(place, (sums.get(place) ?? 0n) + change);
  }
  return sums;
}

describe('the statement of what players are owed', () => {
  const steps = fc.tuple(fc.constantFrom(...deeds), fc.nat({ max: 3 }), fc.integer({ min: 100, max: 40_000 }));

  it('adds up between any two moments of a random mix of all that moves money', async () => {
    // A range begins with its first instant, in which the players were given their play credit.
    games.clock.advance(1);
    marks.push({ at: new Date(games.clock.now()), owed: await owedNow(games) });
    const each = deeds.map((deed, index): Step => [deed, index, 5_000 + 7 * index]);
    await live([['deposit', 0, 500], ...each]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 8, maxLength: 15 }),
        fc.nat(),
        fc.nat(),
        async (mix, first, second) => {
          await live(mix);
          const [one, other] = [marks[first % marks.length], marks[second % marks.length]];
          if (!one || !other) throw new Error('there are marks');
          const [from, to] = one.at <= other.at ? [one, other] : [other, one];
          const { owedAtStart, owedAtEnd, ...lines } = await owedStatement(games.as(system), {
            from: from.at,
            to: to.at,
          });
          expect({ owedAtStart, owedAtEnd }).toEqual({ owedAtStart: from.owed, owedAtEnd: to.owed });
          expect(owedAtStart + changeOf(lines)).toBe(owedAtEnd);
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  }, 60_000);

  it('of each player adds up too, with live stakes, and of one who is gone', async () => {
    const [player] = players;
    if (!player) throw new Error('there are players');
    await games.moveTo(games.clock.now() + 4 * 60_000);
    await live([['bet', 0, 1_234]]);
    for (const one of [...players, ...gone]) {
      const { owed, ...lines } = await lifetimeTotals(boss.ctx(), await userRow(games, one.userId));
      expect(changeOf(lines)).toBe(owed);
      const [balance] = await rawQuery<{ owed: bigint }>(
        games.owner,
        sql`select sum(balance)::bigint as owed from ledger_accounts where player_id = ${one.userId}`,
      );
      expect(owed).toBe(balance?.owed);
    }
  });

  it('has a place for every kind of transfer, and each line is that of the ledger', async () => {
    await games.moveTo(games.clock.now() + HALF_HOUR_MS);
    await games.stop();
    await database.disconnect();
    const config = readConfig({
      DATABASE_URL: databaseUrl(database.app.address),
      DATABASE_OWNER_URL: databaseUrl(database.address),
      SEED_KEY: TEST_SEED_KEY,
    });
    const now = games.clock.now();
    await goLive(config, { confirm: () => Promise.resolve(true), print: () => {} });
    const opened = openBoth(database.address, { max: 2 });
    try {
      const domain = openDomain(opened, new Date(now + HALF_HOUR_MS).toISOString());
      // A new kind has to be part of the mix above.
      const moved = await rawQuery<{ kind: string }>(
        domain.owner,
        sql`select distinct kind::text as kind from transfers`,
      );
      expect(moved.map(({ kind }) => kind).sort()).toEqual([...transferKind.enumValues].sort());

      const range = { from: EARLIEST, to: new Date(now + 2 * HALF_HOUR_MS) };
      const { owedAtStart, owedAtEnd, now: parts, ...lines } = await owedStatement(domain.as(system), range);
      expect({ owedAtStart, owedAtEnd, parts }).toMatchObject({ owedAtStart: 0n, owedAtEnd: 0n, parts: { held: 0n } });
      const sums = await ofTransfers(domain);
      const of = (place: string) => sums.get(place) ?? 0n;
      expect(of('none')).toBe(0n);
      expect(lines).toEqual({
        deposits: of('deposit'),
        withdrawals: -of('withdrawal'),
        returnedPayouts: of('payoutReturned'),
        playCredit: of('playCredit'),
        playMoneyTaken: -of('playForfeit') - of('playReset'),
        corrections: of('correction'),
        won: of('returned'),
        staked: -of('staked'),
      } satisfies Record<keyof OwedLines, bigint>);
      for (const amount of Object.values(lines)) expect(amount).not.toBe(0n);
    } finally {
      await opened.close();
    }
  });
});
