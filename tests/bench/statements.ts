import { text } from 'node:stream/consumers';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import type { Context } from '../../server/domain/ground/verbs/context.ts';
import { addUpiPayee } from '../support/world/payees.ts';
import { closeStatementDay } from '../../server/domain/statements/closeStatementDay.ts';
import { confirmStatementLines, setAsideStatementLines } from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { listStatementLines, type LineState } from '../../server/domain/statements/statementLines.ts';
import { approveDeposits } from '../../server/domain/wallet/approveDeposits.ts';
import { approveWithdrawals } from '../../server/domain/wallet/approveWithdrawals.ts';
import { makePayoutBatch } from '../../server/domain/payouts/makePayoutBatch.ts';
import { openPayoutFile } from '../../server/domain/payouts/openPayoutFile.ts';
import { MOST_PAYOUTS } from '../../server/domain/payouts/payoutBatch.ts';
import { savePayoutLayout } from '../../server/domain/payouts/payoutLayouts.ts';
import { readPayoutAnswer } from '../../server/domain/payouts/readPayoutAnswer.ts';
import { recordBatchPayouts } from '../../server/domain/payouts/recordBatchPayouts.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor, givenPlayers } from '../support/world/bulk.ts';
import { payoutLayout } from '../support/world/payoutBatches.ts';
import { dayClicks, fivePercent, generatedColumns, givenDeposits, statementOf } from '../support/world/statements.ts';
import type { Bench, BenchPart } from './part.ts';
import { atMost, type Finding, measured } from './report.ts';

const DAY = '2026-11-20';
/** Of a player no more than 10 deposits wait. */
const PLAYERS = 1_100;
const LINES = 10_000;
const MATCHED_PERCENT = 98;
const IMPORT_SECONDS = 5;

interface World {
  domain: TestDomain;
  admin: () => Context;
  payeeId: bigint;
  players: bigint[];
}

async function withWorld(bench: Bench, name: string, work: (world: World) => Promise<Finding[]>): Promise<Finding[]> {
  const database = await bench.postgres.createDatabase(name);
  try {
    const domain = openDomain(database, `${DAY}T12:00:00+05:30`);
    const actor = await givenActor(domain, 'admin');
    const admin = () => domain.as(actor);
    const payeeId = (await addUpiPayee(admin(), { upiId: 'bench@bank', reason: 'measured here' })).id;
    return await work({ domain, admin, payeeId, players: await givenPlayers(domain, PLAYERS, { rupees: 100_000 }) });
  } finally {
    await database.close();
  }
}

async function seconds<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1_000, result];
}

const importing = ({ admin, payeeId }: World, content: string) =>
  importStatement(admin(), { payeeId, fileName: 'bench.csv', content, bank: 'bench', mapping: generatedColumns });

export const statements: BenchPart = {
  name: 'statements',
  about:
    'A bank statement of 10,000 payments against 10,000 deposits that wait, with 5 % noise (references within the ' +
    'narration or behind zeros, mistyped ones, charges): reading, storing and matching it, in one call.',
  run: (bench) =>
    withWorld(bench, 'statements', async (world) => {
      bench.say(`writing ${LINES.toLocaleString('en')} deposits`);
      const deposits = await givenDeposits(world.domain, world.payeeId, world.players, LINES);
      const content = statementOf(DAY, deposits, [], fivePercent);
      const [took, result] = await seconds(() => importing(world, content));
      const [again] = await seconds(() => importing(world, content));
      const share = (100 * result.matchedCount) / result.lineCount;
      return [
        atMost('reading, storing and matching', took, IMPORT_SECONDS, 's'),
        atMost('lines that are not matched by themselves', 100 - share, 100 - MATCHED_PERCENT, '%'),
        measured('of these proposed', (100 * result.proposedCount) / result.lineCount, '%'),
        measured('the same file again', again, 's'),
      ];
    }),
};

const DEPOSITS = 5_000;
const PAYOUTS = 500;
const AT_ONCE = 100;
const DAY_MINUTES = 15;
const DAY_CLICKS = 60;
/** An admin who knows the screens needs less for a click, with reading what it is about. */
const SECONDS_PER_CLICK = 3;

export const day: BenchPart = {
  name: 'day',
  about:
    'A day of 5,000 deposits and 500 payouts: the payouts, which were approved as they were asked for, are paid as batches whose ' +
    'files the bank answers; then, from the import of the statement with 5 % noise to the closing. The calls that the screens ' +
    'send, and the clicks, keys and choices of the admin that send them.',
  run: (bench) => withWorld(bench, 'day', (world) => closeOneDay(bench, world)),
};

async function closeOneDay(bench: Bench, world: World): Promise<Finding[]> {
  const { domain, admin, payeeId, players } = world;
  bench.say('writing the requests of the day');
  const deposits = await givenDeposits(domain, payeeId, players, DEPOSITS);
  const asked = await givenPayouts(world);
  let clicks = 0;
  bench.say('paying the payouts');
  const [paying, payouts] = await seconds(async () => {
    const paid: Paid[] = [];
    for (let from = 0; from < asked.length; from += MOST_PAYOUTS) {
      clicks += dayClicks.payingBatch + (asked.length - from > AT_ONCE ? dayClicks.showingMorePayouts : 0);
      paid.push(...(await payBatch(world, asked.slice(from, from + MOST_PAYOUTS))));
    }
    return paid;
  });
  const content = statementOf(DAY, deposits, payouts, fivePercent);
  domain.clock.set(Date.parse('2026-11-21T09:00:00+05:30'));
  bench.say('closing the day');
  const [took, closed] = await seconds(async () => {
    clicks += dayClicks.importing;
    await importing(world, content);
    clicks += await decideOpen(world);
    clicks += dayClicks.approving;
    await approveMatched(world);
    clicks += dayClicks.closing;
    return closeStatementDay(admin(), { payeeId, day: DAY });
  });
  const faults = (await auditBooks(domain.as({ kind: 'system' }))).reduce((sum, { faultCount }) => sum + faultCount, 0);
  const drift = closed.drift < 0n ? -BigInt(closed.drift) : closed.drift;
  const served = paying + took;
  return [
    atMost('drift of the closed day', Number(drift), 0, 'paise'),
    atMost('faults that the audit of the books finds', faults, 0, 'faults'),
    atMost(
      `${clicks} clicks at ${SECONDS_PER_CLICK} s, and the server's time`,
      (clicks * SECONDS_PER_CLICK + served) / 60,
      DAY_MINUTES,
      'min',
    ),
    atMost('clicks, keys and choices', clicks, DAY_CLICKS, ''),
    measured("the server's time for the payouts", paying, 's'),
    measured("the server's time for the rest", took, 's'),
  ];
}

/** Proposed lines are confirmed, then what is left is set aside, a page of 100 at a time. Resolves to the clicks. */
async function decideOpen({ admin, payeeId }: World): Promise<number> {
  let clicks = 0;
  const page = async (state: LineState) =>
    (await listStatementLines(admin(), { payeeId, state }, { limit: AT_ONCE })).rows.map(({ id }) => id);
  for (let ids = await page('proposed'); ids.length > 0; ids = await page('proposed')) {
    clicks += dayClicks.confirmingPage;
    await confirmStatementLines(admin(), { lineIds: ids });
  }
  for (let ids = await page('unmatched'); ids.length > 0; ids = await page('unmatched')) {
    clicks += dayClicks.settingPageAside;
    await setAsideStatementLines(admin(), { lineIds: ids, kind: 'charge', reason: 'charges of the bank' });
  }
  return clicks;
}

/** As the queue does for all that match. */
async function approveMatched({ admin, payeeId }: World): Promise<void> {
  for (;;) {
    const filter = { status: 'pending', transactionType: 'credit', inStatement: true, payeeId } as const;
    const { rows } = await listTransactions(admin(), filter, { limit: AT_ONCE }, 'oldestFirst');
    if (rows.length === 0) return;
    const approvals = await approveDeposits(admin(), { transactionIds: rows.map(({ id }) => id) });
    const refused = approvals.find(({ refusal }) => refusal !== null);
    if (refused) throw new Error(`a deposit was refused: ${refused.refusal?.message}`);
  }
}

interface Paid {
  reference: string;
  paise: bigint;
}

interface Asked {
  id: bigint;
  paise: bigint;
}

/** Withdrawals that are approved. */
async function givenPayouts({ domain, admin, players }: World): Promise<Asked[]> {
  const payouts: Asked[] = [];
  for (let made = 0; made < PAYOUTS; made += 1) {
    const playerId = players[made % players.length] ?? 0n;
    const amount = paise(10_000n + BigInt(made % 9) * 100n);
    const ctx = domain.as({ kind: 'player', userId: playerId, sessionId: 1n });
    const { transaction } = await requestWithdrawal(ctx, { amount, upiId: 'pia@okbank' });
    payouts.push({ id: transaction.id, paise: amount });
  }
  for (let from = 0; from < payouts.length; from += AT_ONCE) {
    await approveWithdrawals(admin(), { transactionIds: payouts.slice(from, from + AT_ONCE).map(({ id }) => id) });
  }
  await savePayoutLayout(admin(), { bank: BANK, layout: payoutLayout });
  return payouts;
}

const BANK = 'bench';
let answered = 0;

/** Makes one file of payouts, reads the bank's answer to it, and records what it pays. Resolves to what the statement will have. */
async function payBatch({ admin, payeeId }: World, payouts: readonly Asked[]): Promise<Paid[]> {
  const transactionIds = payouts.map(({ id }) => id);
  const { batch, problems } = await makePayoutBatch(admin(), { transactionIds, payeeId, bank: BANK });
  if (batch === null) throw new Error(`no batch was made: ${problems[0]?.text}`);
  const { content } = await openPayoutFile(admin(), batch.id);
  const [, , ...rows] = (await text(content as AsyncIterable<Buffer>)).trim().split('\r\n');
  const answer = rows.map((row) => `${row.split(',')[0]},${740_187_000_000 + ++answered}`);
  const file = Buffer.from(['Reference,UTR', ...answer].join('\n')).toString('base64');
  const read = await readPayoutAnswer(admin(), { batchId: batch.id, content: file });
  const paid = read.rows.flatMap(({ payoutId, reference }) =>
    payoutId === null || reference === null ? [] : [{ payoutId, reference }],
  );
  const recorded = await recordBatchPayouts(admin(), { batchId: batch.id, payouts: paid });
  const refused = recorded.find(({ refusal }) => refusal !== null);
  if (refused) throw new Error(`a payout was refused: ${refused.refusal?.message}`);
  if (paid.length < payouts.length) throw new Error(`${payouts.length - paid.length} payouts have no reference`);
  return payouts.map(({ paise: amount }, at) => ({ reference: paid[at]?.reference ?? '', paise: amount }));
}
