import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../server/domain/ground/values/calendar.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { makePayoutBatch } from '../../server/domain/payouts/makePayoutBatch.ts';
import { openPayoutFile } from '../../server/domain/payouts/openPayoutFile.ts';
import {
  awaitedPayouts,
  batchesOfTransactions,
  listPayoutBatches,
  payoutBatchesById,
  payoutBatchSums,
  payoutItemsOf,
  type PayoutBatch,
} from '../../server/domain/payouts/payoutBatch.ts';
import { listPayoutBanks, savePayoutLayout } from '../../server/domain/payouts/payoutLayouts.ts';
import { payoutsInStatement } from '../../server/domain/payouts/payoutsInStatement.ts';
import { readPayoutAnswer } from '../../server/domain/payouts/readPayoutAnswer.ts';
import { recordBatchPayouts } from '../../server/domain/payouts/recordBatchPayouts.ts';
import { mayRelease, releasePayoutBatch } from '../../server/domain/payouts/releasePayoutBatch.ts';
import { setPayoutsNotSent } from '../../server/domain/payouts/setPayoutsNotSent.ts';
import { takePayoutBatch } from '../../server/domain/payouts/takePayoutBatch.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { linesOfTransactions } from '../../server/domain/statements/statementLines.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { blockPayoutAccount } from '../../server/domain/wallet/blockPayoutAccount.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { endPayoutFreeze } from '../../server/domain/wallet/endPayoutFreeze.ts';
import { freezePayouts } from '../../server/domain/wallet/freezePayouts.ts';
import { recordPayout } from '../../server/domain/wallet/recordPayout.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { lookUp } from '../../server/domain/wallet/transaction.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { withdrawApproval } from '../../server/domain/wallet/withdrawApproval.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { addBankPayee } from '../support/world/payees.ts';
import { payoutLayout } from '../support/world/payoutBatches.ts';

const HOUR = 3_600_000;
const reason = 'Two accounts, one device';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let farida: Member;
let meera: Member;
let auditor: Member;
let payeeId: bigint;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  farida = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
  meera = await givenOtherAdmin(domain, 'Meera', ['FINANCE']);
  auditor = await givenOtherAdmin(domain, 'Arun', ['AUDITOR']);
  ({ id: payeeId } = await addBankPayee(owner.ctx(), {
    accountNumber: '0012345678',
    ifscCode: 'HDFC0000001',
    accountHolderName: 'Rangoli Games',
    reason: 'the account that pays',
  }));
  await savePayoutLayout(farida.ctx(), { bank: 'HDFC', layout: payoutLayout });
});
afterAll(() => database.close());

let accounts = 600_000;

/** A player with ₹500 whose withdrawal is approved. */
async function givenApproved({ rupees = 100, name = 'Asha Rao', upi = false } = {}) {
  const player = await givenMember(domain, { rupees: 500 });
  accounts += 1;
  const bankAccount = { accountNumber: `000${accounts}`, ifscCode: 'ICIC0001234', accountHolderName: name };
  const destination = upi ? { upiId: `payout${accounts}@okbank` } : { bankAccount };
  const { transaction } = await requestWithdrawal(player.ctx(), {
    amount: paise(BigInt(rupees) * 100n),
    ...destination,
  });
  await decideTransaction(owner.ctx(), { transactionId: transaction.id, decision: 'APPROVE' });
  return { player, id: transaction.id, account: String(accounts) };
}

type Approved = Awaited<ReturnType<typeof givenApproved>>;

async function make(payouts: readonly Approved[], by = farida, bank = 'HDFC'): Promise<PayoutBatch> {
  const { batch, problems } = await makePayoutBatch(by.ctx(), {
    transactionIds: payouts.map(({ id }) => id),
    payeeId,
    bank,
  });
  if (batch === null) throw new Error(problems.map(({ text }) => text).join());
  return batch;
}

async function download({ id }: PayoutBatch, by = farida) {
  const { name, content } = await openPayoutFile(by.ctx(), id);
  return { name, lines: (await buffer(content as AsyncIterable<Buffer>)).toString().split('\r\n') };
}

/** A batch that was downloaded, and the ids of its payouts. */
async function givenSent(payouts: readonly Approved[], by = farida) {
  const batch = await make(payouts, by);
  await download(batch, by);
  const [items = []] = await payoutItemsOf(by.ctx(), [batch.id]);
  const [sent] = await payoutBatchesById(by.ctx(), [batch.id]);
  return { batch: sent ?? batch, items, payoutIds: items.map(({ id }) => id) };
}

let references = 540_287_320_000;
const nextReference = () => String(++references);

const record = (batch: PayoutBatch, payoutIds: readonly bigint[], by = farida, all = payoutIds.map(nextReference)) =>
  recordBatchPayouts(by.ctx(), {
    batchId: batch.id,
    payouts: payoutIds.map((payoutId, at) => ({ payoutId, reference: all[at] ?? '' })),
  });
const notSent = (batch: PayoutBatch, payoutIds: readonly bigint[], by = farida) =>
  setPayoutsNotSent(by.ctx(), { batchId: batch.id, payoutIds, reason: 'account closed' });
const release = ({ id }: PayoutBatch, by = farida) => releasePayoutBatch(by.ctx(), { batchId: id });
const take = ({ id }: PayoutBatch, by = farida) => takePayoutBatch(by.ctx(), { batchId: id });
const statusOf = async (id: bigint) => (await lookUp(owner.ctx(), id))?.status;
const outcomesOf = async ({ id }: PayoutBatch) =>
  ((await payoutItemsOf(auditor.ctx(), [id]))[0] ?? []).map(({ outcome }) => outcome);
const held = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId)?.held;
const audited = async ({ id }: PayoutBatch) => {
  const { rows } = await database.pool.query<{ action: string }>(
    `select action, after, reason from audit_log where subject_type = 'payoutBatch' and subject = $1 order by id`,
    [String(id)],
  );
  return rows;
};

describe('a batch', () => {
  it('is one file of approved payouts, in the hands of who made it', async () => {
    const [first, second] = [await givenApproved({ rupees: 150 }), await givenApproved({ rupees: 250, upi: true })];
    domain.published.length = 0;
    const batch = await make([second, first]);
    expect(batch).toMatchObject({ heldBy: farida.userId, madeBy: farida.userId, bank: 'hdfc', downloadedAt: null });
    expect(domain.published.map(({ type }) => type)).toEqual(['transactionChanged', 'transactionChanged']);
    const [items = []] = await payoutItemsOf(auditor.ctx(), [batch.id]);
    expect(items.map(({ transactionId }) => transactionId)).toEqual([second.id, first.id]);
    const { name, lines } = await download(batch);
    expect(name).toMatch(/^practice-payouts-.*\.csv$/);
    expect(lines).toEqual([
      'PRACTICE play money pays nobody',
      'Ref,Account,IFSC,Name,Amount',
      `RP${items[0]?.id},payout${second.account}@okbank,,,250.00`,
      `RP${items[1]?.id},000${first.account},ICIC0001234,Asha Rao,150.00`,
      '',
    ]);
    expect((await download(batch)).lines).toEqual(lines);
    expect(await payoutBatchSums(auditor.ctx(), [batch.id])).toMatchObject([
      { count: 2, sum: 40_000n, open: 2, openSum: 40_000n, paid: 0, notSent: 0 },
    ]);
    expect((await audited(batch)).map(({ action }) => action)).toEqual([
      'payoutBatch:make',
      'payoutBatch:download',
      'payoutBatch:download',
    ]);
  });

  it('has a payout that is in no other, until that one gives it back', async () => {
    const payout = await givenApproved();
    const batch = await make([payout]);
    const again = () => makePayoutBatch(meera.ctx(), { transactionIds: [payout.id], payeeId, bank: 'hdfc' });
    expect(await again()).toMatchObject({
      batch: null,
      problems: [{ transactionId: payout.id, field: null, text: `It is in batch ${batch.id} already.` }],
    });
    expect(await batchesOfTransactions(meera.ctx(), [payout.id, 0n])).toEqual([batch.id, null]);
    const toPay = async () =>
      (await listTransactions(meera.ctx(), { status: 'approved', inBatch: false }, { limit: 100 })).rows.map(
        ({ id }) => id,
      );
    expect(await toPay()).not.toContain(payout.id);
    await release(batch);
    expect(await toPay()).toContain(payout.id);
    expect((await again()).batch).not.toBeNull();
  });

  it('of two admins at the same moment is made by one', async () => {
    const [one, two] = [await givenApproved(), await givenApproved()];
    const both = await Promise.all(
      [farida, meera].map((by, at) =>
        makePayoutBatch(by.ctx(), {
          transactionIds: at === 0 ? [one.id, two.id] : [two.id, one.id],
          payeeId,
          bank: 'hdfc',
        }),
      ),
    );
    expect(both.filter(({ batch }) => batch !== null)).toHaveLength(1);
    expect(both.flatMap(({ problems }) => problems)).toHaveLength(2);
  });

  it('is made once for a key, and answered as it was made', async () => {
    const payout = await givenApproved();
    const call = { transactionIds: [payout.id], payeeId, bank: 'HDFC', idempotencyKey: 'batch-1' };
    const { batch } = await makePayoutBatch(farida.ctx(), call);
    expect(await makePayoutBatch(farida.ctx(), call)).toMatchObject({ batch: { id: batch?.id }, problems: [] });
    expect(await refusalCode(makePayoutBatch(farida.ctx(), { ...call, transactionIds: [1n] }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('isn’t made while a payout can’t be in the file: each is named with its letters', async () => {
    const [good, hindi] = [await givenApproved(), await givenApproved({ name: 'आशा & Co' })];
    const pending = await givenMember(domain, { rupees: 500 });
    const { transaction } = await requestWithdrawal(pending.ctx(), { amount: paise(10_000n), upiId: 'waits@okbank' });
    const [frozen, blocked] = [await givenApproved(), await givenApproved()];
    await freezePayouts(meera.ctx(), { userId: frozen.player.userId, reason });
    await blockPayoutAccount(meera.ctx(), { transactionId: blocked.id, reason });
    const call = {
      transactionIds: [good, hindi, { id: transaction.id }, frozen, blocked].map(({ id }) => id),
      payeeId,
      bank: 'hdfc',
      idempotencyKey: 'batch-2',
    };
    const { batch, problems } = await makePayoutBatch(farida.ctx(), call);
    expect(batch).toBeNull();
    expect(problems).toEqual([
      {
        transactionId: hindi.id,
        field: 'holderName',
        letters: ['आ', 'शा', '&'],
        text: 'The holder’s name has what the bank doesn’t take: आ शा &',
      },
      { transactionId: transaction.id, field: null, letters: [], text: expect.stringMatching(/no approved/) },
      { transactionId: frozen.id, field: null, letters: [], text: 'The payouts of its player are frozen.' },
      { transactionId: blocked.id, field: null, letters: [], text: 'Its account is blocked.' },
    ]);
    expect(await batchesOfTransactions(farida.ctx(), [good.id])).toEqual([null]);
    await endPayoutFreeze(meera.ctx(), { userId: frozen.player.userId, reason });
    // The same key may be used again: nothing was made.
    expect(
      (await makePayoutBatch(farida.ctx(), { ...call, transactionIds: [good.id, frozen.id] })).batch,
    ).not.toBeNull();
  });

  it('is refused without payouts, with too many or one twice, by an unknown account or bank, and to others', async () => {
    const { id } = await givenApproved();
    const refused = (changes: object, by = farida) =>
      refusal(makePayoutBatch(by.ctx(), { transactionIds: [id], payeeId, bank: 'hdfc', ...changes }));
    const input = (field: string) => ({ code: 'INVALID_INPUT', extra: { field } });
    expect(await refused({ transactionIds: [] })).toMatchObject(input('transactionIds'));
    expect(await refused({ transactionIds: Array.from({ length: 201 }, (_, at) => BigInt(at)) })).toMatchObject(
      input('transactionIds'),
    );
    expect(await refused({ transactionIds: [id, id] })).toMatchObject(input('transactionIds'));
    expect(await refused({ bank: 'nowhere' })).toMatchObject(input('bank'));
    expect(await refused({ payeeId: 0n })).toMatchObject({ code: 'NOT_FOUND', extra: { field: 'payeeId' } });
    expect(await refused({}, auditor)).toMatchObject({ code: 'FORBIDDEN' });
    await savePayoutLayout(farida.ctx(), {
      bank: 'Message',
      layout: { ...payoutLayout, format: 'pain_001_001_03', letters: 'letters', columns: [] },
    });
    const odd = await addBankPayee(owner.ctx(), {
      accountNumber: '0012345679',
      ifscCode: 'HDFC0000001',
      accountHolderName: 'Rangoli & Co',
      reason: 'the account that pays',
    });
    expect(await refused({ bank: 'message', payeeId: odd.id })).toMatchObject(input('payeeId'));
    const upi = await database.pool.query<{ id: bigint }>(`select id from payees where upi_id = 'play@rangoli'`);
    expect(await refused({ bank: 'message', payeeId: upi.rows[0]?.id })).toMatchObject(input('payeeId'));
  });

  it('keeps the layout with which it was made', async () => {
    const batch = await make([await givenApproved()]);
    await savePayoutLayout(farida.ctx(), { bank: 'Hdfc', layout: { ...payoutLayout, headings: false } });
    expect((await download(batch)).lines[1]).toBe('Ref,Account,IFSC,Name,Amount');
    await savePayoutLayout(farida.ctx(), { bank: 'HDFC', layout: payoutLayout });
    expect((await listPayoutBanks(auditor.ctx())).map(({ name }) => name)).toEqual(['hdfc', 'message']);
    expect(await refusalCode(savePayoutLayout(auditor.ctx(), { bank: 'x', layout: payoutLayout }))).toBe('FORBIDDEN');
  });
});

describe('who has a batch in hand', () => {
  it('alone downloads its file and records its outcomes', async () => {
    const batch = await make([await givenApproved()]);
    expect(await refusalCode(download(batch, meera))).toBe('PAYOUT_BATCH_HELD');
    expect(await refusalCode(download(batch, owner))).toBe('PAYOUT_BATCH_HELD');
    expect(await refusalCode(download(batch, auditor))).toBe('FORBIDDEN');
    await download(batch);
    const payoutIds = (await awaitedPayouts(database.db, batch.id)).map(({ id }) => id);
    expect(await refusalCode(record(batch, payoutIds, meera))).toBe('PAYOUT_BATCH_HELD');
    expect(await refusalCode(notSent(batch, payoutIds, owner))).toBe('PAYOUT_BATCH_HELD');
    expect(await refusalCode(openPayoutFile(farida.ctx(), 0n))).toBe('NOT_FOUND');
  });

  it('is changed by them, by an owner, and after 24 hours by any admin of payments', async () => {
    const { batch } = await givenSent([await givenApproved()]);
    const may = async (by: Member) => {
      const [now] = await payoutBatchesById(by.ctx(), [batch.id]);
      return now ? mayRelease(by.ctx(), now) : null;
    };
    expect([await may(farida), await may(owner), await may(meera), await may(auditor)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await refusalCode(release(batch, meera))).toBe('PAYOUT_BATCH_HELD');
    expect(await refusalCode(take(batch, meera))).toBe('PAYOUT_BATCH_HELD');
    await release(batch, owner);
    expect(await refusalCode(release(batch, owner))).toBe('CHANGED_MEANWHILE');
    expect((await take(batch, meera)).heldBy).toBe(meera.userId);
    expect((await take(batch, meera)).heldBy).toBe(meera.userId);
    domain.clock.advance(24 * HOUR - 1_000);
    expect(await refusalCode(release(batch))).toBe('PAYOUT_BATCH_HELD');
    domain.clock.advance(1_000);
    expect(await may(farida)).toBe(true);
    await release(batch);
    await take(batch);
    expect((await download(batch)).lines).toHaveLength(4);
    expect((await audited(batch)).map(({ action }) => action.split(':')[1])).toEqual([
      'make',
      'download',
      'release',
      'take',
      'release',
      'take',
      'download',
    ]);
  });

  it('gives it up whole before the download, and for good', async () => {
    const payout = await givenApproved();
    const batch = await make([payout]);
    expect(await refusalCode(take(batch, meera))).toBe('PAYOUT_BATCH_HELD');
    await release(batch);
    expect(await outcomesOf(batch)).toEqual(['given_up']);
    expect(await refusalCode(take(batch))).toBe('CHANGED_MEANWHILE');
    expect(await refusalCode(download(batch))).toBe('PAYOUT_BATCH_HELD');
    await decideTransaction(meera.ctx(), {
      transactionId: payout.id,
      decision: 'DENY',
      message: 'Wrong account.',
      grounds: 'optional',
    });
    expect(await statusOf(payout.id)).toBe('failed');
  });
});

describe('a payout in a batch', () => {
  it('is decided nowhere else, whoever decides it', async () => {
    const payout = await givenApproved();
    const { batch } = await givenSent([payout]);
    const transactionId = payout.id;
    const payoutReference = nextReference();
    const decide = (decision: 'APPROVE' | 'DENY') =>
      decideTransaction(farida.ctx(), { transactionId, decision, message: 'No.', grounds: 'optional' });
    expect(await refusalCode(recordPayout(farida.ctx(), { transactionId, payoutReference }))).toBe('PAYOUT_IN_BATCH');
    expect(await refusalCode(withdrawApproval(farida.ctx(), { transactionId, reason }))).toBe('PAYOUT_IN_BATCH');
    expect(await refusalCode(decide('APPROVE'))).toBe('PAYOUT_IN_BATCH');
    expect(await refusalCode(decide('DENY'))).toBe('PAYOUT_IN_BATCH');
    expect([await statusOf(transactionId), await outcomesOf(batch)]).toEqual(['approved', [null]]);
    expect(await held(payout.player)).toBe(10_000n);
  });

  it('is paid by the bank’s reference, each by itself, and its player told', async () => {
    const payouts = [await givenApproved(), await givenApproved(), await givenApproved()];
    const { batch, payoutIds } = await givenSent(payouts);
    const [first, second] = [nextReference(), nextReference()];
    domain.published.length = 0;
    const recorded = await record(batch, payoutIds, farida, [first, first, 'no!']);
    expect(recorded.map(({ refusal: why }) => why?.code ?? null)).toEqual([null, 'INVALID_INPUT', 'INVALID_INPUT']);
    expect(recorded[1]?.refusal?.message).toMatch(/another payout/);
    expect(domain.published.map(({ type }) => type)).toContain('notificationAdded');
    expect(await outcomesOf(batch)).toEqual(['paid', null, null]);
    expect(await Promise.all(payouts.map(({ id }) => statusOf(id)))).toEqual(['success', 'approved', 'approved']);
    expect(await Promise.all(payouts.map(({ player }) => held(player)))).toEqual([0n, 10_000n, 10_000n]);
    const [paid = 0n, other = 0n] = payoutIds;
    expect((await record(batch, [paid]))[0]?.refusal?.code).toBe('CHANGED_MEANWHILE');
    expect((await record(batch, [other], farida, [second]))[0]?.refusal).toBeNull();
    expect(await payoutBatchSums(auditor.ctx(), [batch.id])).toMatchObject([{ open: 1, paid: 2 }]);
    expect((await lookUp(owner.ctx(), payouts[1]?.id ?? 0n))?.payoutReference).toBe(second);
  });

  it('is recorded once for a key', async () => {
    const { batch, payoutIds } = await givenSent([await givenApproved()]);
    const [payoutId = 0n] = payoutIds;
    const call = {
      batchId: batch.id,
      payouts: [{ payoutId, reference: nextReference() }],
      idempotencyKey: 'record-1',
    };
    expect(await recordBatchPayouts(farida.ctx(), call)).toEqual([{ payoutId, refusal: null }]);
    expect(await recordBatchPayouts(farida.ctx(), call)).toEqual([{ payoutId, refusal: null }]);
  });

  it('that was not sent leaves with a reason, and is paid anew', async () => {
    const [stays, leaves] = [await givenApproved(), await givenApproved()];
    const { batch, payoutIds } = await givenSent([stays, leaves]);
    const [, second = 0n] = payoutIds;
    const refused = (ids: readonly bigint[], why = 'account closed') =>
      refusal(setPayoutsNotSent(farida.ctx(), { batchId: batch.id, payoutIds: ids, reason: why }));
    expect(await refused([second], 'x')).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'reason' } });
    expect(await refused([])).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'payoutIds' } });
    expect(await refused([0n])).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'payoutIds' } });
    await notSent(batch, [second]);
    expect(await refused([second])).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect([await outcomesOf(batch), await statusOf(leaves.id)]).toEqual([[null, 'not_sent'], 'approved']);
    expect((await audited(batch)).at(-1)).toMatchObject({ action: 'payoutBatch:notSent', reason: 'account closed' });
    const again = await givenSent([leaves], meera);
    await record(again.batch, again.payoutIds, meera);
    expect(await statusOf(leaves.id)).toBe('success');
  });

  it('has no outcome before the download', async () => {
    const batch = await make([await givenApproved()]);
    const payoutIds = (await awaitedPayouts(database.db, batch.id)).map(({ id }) => id);
    expect(await refusalCode(record(batch, payoutIds))).toBe('CHANGED_MEANWHILE');
    expect(await refusalCode(notSent(batch, payoutIds))).toBe('CHANGED_MEANWHILE');
    expect(await payoutsInStatement(farida.ctx(), batch)).toEqual([]);
  });

  it('stands in the list of open batches until all have one', async () => {
    const { batch, payoutIds } = await givenSent([await givenApproved()]);
    const open = async () => (await listPayoutBatches(auditor.ctx(), { open: true }, { limit: 100 })).rows;
    expect((await open()).map(({ id }) => id)).toContain(batch.id);
    await record(batch, payoutIds);
    expect((await open()).map(({ id }) => id)).not.toContain(batch.id);
    const [newest] = (await listPayoutBatches(auditor.ctx(), { open: false }, { limit: 1 })).rows;
    expect(newest?.id).toBe(batch.id);
  });
});

describe('the bank’s references', () => {
  it('are read from what was pasted, and from a file', async () => {
    const payouts = [await givenApproved({ rupees: 111 }), await givenApproved({ rupees: 112 })];
    const { batch, items } = await givenSent(payouts);
    const [first, second] = items.map(({ id }) => `RP${id}`);
    const read = (input: { text?: string; content?: string; referenceColumn?: number }) =>
      readPayoutAnswer(farida.ctx(), { batchId: batch.id, ...input });
    const rowsOf = async (input: Parameters<typeof read>[0]) =>
      (await read(input)).rows.map(({ payoutId, reference }) => [payoutId, reference]);
    const expected = [
      [items[0]?.id, '540187320011'],
      [items[1]?.id, '540187320012'],
    ];
    expect(await rowsOf({ text: `${first}\t540187320011\n${second}\t540187320012` })).toEqual(expected);
    expect(await rowsOf({ text: '111\t540187320011\n112\t540187320012' })).toEqual(expected);
    const csv = `Our ref,UTR,Status\n${first},540187320011,Success\n${second},540187320012,Failed`;
    const content = Buffer.from(csv).toString('base64');
    const answer = await read({ content });
    expect(answer.rows.map(({ reference, problem }) => [reference, problem])).toEqual([
      ['540187320011', null],
      [null, 'failed'],
    ]);
    expect((await read({ content, referenceColumn: 2 })).rows[0]?.problem).toBe('noReference');
    expect(await outcomesOf(batch)).toEqual([null, null]);
  });

  it('are refused as none, as both, as no table and as too much, and to others', async () => {
    const { batch } = await givenSent([await givenApproved()]);
    const refused = (input: object, by = farida) =>
      refusal(readPayoutAnswer(by.ctx(), { batchId: batch.id, ...input }));
    expect(await refused({})).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'text' } });
    expect(await refused({ text: 'a', content: 'YQ==' })).toMatchObject({ extra: { field: 'text' } });
    expect(await refused({ text: 'x'.repeat(100_001) })).toMatchObject({ extra: { field: 'text' } });
    expect(await refused({ text: '<Document/>' })).toMatchObject({ extra: { field: 'file' } });
    expect(await refused({ text: '1,2,3,4,5,6,7,8,9,10,11\n'.repeat(1_000) })).toMatchObject({
      extra: { field: 'file', detail: expect.stringMatching(/10000 cells/) },
    });
    expect(await refused({ batchId: 0n, text: 'a' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused({ text: 'a' }, auditor)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are taken from the lines of the statement that fit one payout, and matched with it', async () => {
    const payouts = [
      await givenApproved({ rupees: 131 }),
      await givenApproved({ rupees: 132 }),
      await givenApproved({ rupees: 132 }),
    ];
    const { batch, items } = await givenSent(payouts);
    const text = dayOf(farida.ctx().now).split('-').toReversed().join('-');
    const rows = [
      `${text},NEFT OUT,540287900001,,131.00,`,
      `${text},NEFT ${payouts[2]?.account} OUT,540287900002,,132.00,`,
      `${text},NEFT OUT,540287900003,,55.00,`,
    ];
    const content = Buffer.from(['Date,Narration,Ref,In,Out,Balance', ...rows].join('\n')).toString('base64');
    const file = { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
    await importStatement(farida.ctx(), file);
    const fits = await payoutsInStatement(auditor.ctx(), batch);
    // What a line names comes first.
    expect(fits.toReversed().map(({ payoutId, line }) => [payoutId, line.reference])).toEqual([
      [items[0]?.id, '540287900001'],
      [items[2]?.id, '540287900002'],
    ]);
    await recordBatchPayouts(farida.ctx(), {
      batchId: batch.id,
      payouts: fits.map(({ payoutId, line }) => ({ payoutId, reference: line.reference })),
    });
    const lines = await linesOfTransactions(auditor.ctx(), [payouts[0]?.id ?? 0n, payouts[2]?.id ?? 0n]);
    expect(lines.map((line) => line?.reference)).toEqual(['540287900001', '540287900002']);
    expect(await payoutsInStatement(auditor.ctx(), batch)).toEqual([]);
  });
});

describe('the database', () => {
  /** Runs statements in one transaction of the application's role, with audit rows of these subjects. */
  async function asApp(statement: string, ...subjects: (readonly [string, string])[]) {
    const client = await database.app.pool.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      for (const [type, subject] of subjects) {
        await client.query(`select record_audit(null, 'x', $1, $2, null, null, null, now())`, [type, subject]);
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  const about = ({ id }: PayoutBatch) => ['payoutBatch', String(id)] as const;
  const insertItem = (batch: PayoutBatch, transactionId: bigint, position = 90) =>
    asApp(
      `insert into payout_batch_items (batch_id, position, transaction_id) values (${batch.id}, ${position}, ${transactionId})`,
    );
  const setBatch = (batch: PayoutBatch, set: string) =>
    asApp(`update payout_batches set ${set} where id = ${batch.id}`, about(batch));
  const setItem = (batch: PayoutBatch, itemId: bigint | undefined, set: string) =>
    asApp(`update payout_batch_items set ${set} where id = ${itemId}`, about(batch));

  it('keeps a payout in one batch, approved, and before the download', async () => {
    const [inBatch, free] = [await givenApproved(), await givenApproved()];
    const [batch, other] = [await make([inBatch]), await make([await givenApproved()])];
    await expect(insertItem(other, inBatch.id)).rejects.toThrow(/payout_batch_items_open_unique/);
    const waiting = await givenMember(domain, { rupees: 500 });
    const { transaction } = await requestWithdrawal(waiting.ctx(), { amount: paise(10_000n), upiId: 'waits@okbank' });
    await expect(insertItem(other, transaction.id)).rejects.toThrow(/not to be paid/);
    await insertItem(other, free.id);
    await download(batch);
    await expect(insertItem(batch, (await givenApproved()).id)).rejects.toThrow(/takes no payout any more/);
    await release(other);
    await expect(insertItem(other, (await givenApproved()).id)).rejects.toThrow(/takes no payout any more/);
  });

  it('decides a payout in a batch nowhere but there', async () => {
    const payout = await givenApproved();
    const { batch, items } = await givenSent([payout]);
    const subject = (await lookUp(owner.ctx(), payout.id))?.accountNumber ?? '';
    const pay = `update wallet_transactions set status = 'success', decided_by = ${farida.userId}, decided_at = now(),
                        payout_reference = '${nextReference()}' where id = ${payout.id}`;
    await expect(asApp(pay, ['transaction', subject])).rejects.toThrow(/is in a batch/);
    const back = `update wallet_transactions set status = 'pending', approved_by = null, approved_at = null where id = ${payout.id}`;
    await expect(asApp(back, ['transaction', subject])).rejects.toThrow(/is in a batch/);
    // Paid in the batch, and not in the wallet.
    const paid = `outcome = 'paid', decided_by = ${farida.userId}, decided_at = now()`;
    await expect(setItem(batch, items[0]?.id, paid)).rejects.toThrow(/is not paid/);
  });

  it('lets the holder alone record an outcome, once, after the download', async () => {
    const ready = await make([await givenApproved()]);
    const [[item] = []] = await payoutItemsOf(farida.ctx(), [ready.id]);
    const left = (by: Member) =>
      `outcome = 'not_sent', reason = 'closed', decided_by = ${by.userId}, decided_at = now()`;
    await expect(setItem(ready, item?.id, left(farida))).rejects.toThrow(/holder of its batch/);
    await expect(
      setItem(ready, item?.id, `outcome = 'given_up', decided_by = ${farida.userId}, decided_at = now()`),
    ).rejects.toThrow(/given up with its batch/);
    await download(ready);
    await expect(setItem(ready, item?.id, left(owner))).rejects.toThrow(/holder of its batch/);
    await expect(asApp(`update payout_batch_items set ${left(farida)} where id = ${item?.id}`)).rejects.toThrow(
      /needs its row in the audit log/,
    );
    await setItem(ready, item?.id, left(farida));
    await expect(setItem(ready, item?.id, `reason = 'another'`)).rejects.toThrow(/only its outcome is written, once/);
    await expect(asApp(`delete from payout_batch_items where id = ${item?.id}`)).rejects.toThrow(/permission denied/);
  });

  it('hands a batch over by a release, by those who may', async () => {
    const { batch } = await givenSent([await givenApproved()]);
    const released = (by: Member) =>
      `held_by = null, held_since = null, released_by = ${by.userId}, released_at = now()`;
    await expect(setBatch(batch, released(meera))).rejects.toThrow(/hands of another admin/);
    await expect(setBatch(batch, released(auditor))).rejects.toThrow(/no active admin of payments/);
    await expect(setBatch(batch, `held_by = ${meera.userId}`)).rejects.toThrow(/released before another/);
    await expect(setBatch(batch, `downloaded_at = null`)).rejects.toThrow(/downloaded first by its holder/);
    await expect(asApp(`update payout_batches set ${released(owner)} where id = ${batch.id}`)).rejects.toThrow(
      /needs its row in the audit log/,
    );
    await setBatch(batch, released(owner));
    await expect(setBatch(batch, `held_by = ${auditor.userId}, held_since = now()`)).rejects.toThrow(
      /no active admin of payments/,
    );
    await setBatch(batch, `held_by = ${meera.userId}, held_since = now()`);
    await expect(asApp(`update payout_batches set bank = 'other' where id = ${batch.id}`)).rejects.toThrow(
      /permission denied/,
    );
    const ready = await make([await givenApproved()]);
    await release(ready);
    await expect(setBatch(ready, `held_by = ${farida.userId}, held_since = now()`)).rejects.toThrow(/is given up/);
    await expect(setBatch(ready, `downloaded_at = now()`)).rejects.toThrow(/downloaded first by its holder/);
  });

  it('begins a batch with its maker, an admin of payments', async () => {
    const insert = (by: Member, holder: Member, more = '', values = '') =>
      asApp(
        `insert into payout_batches (payee_id, bank, layout, day, made_by, made_at, held_by, held_since${more})
         values (${payeeId}, 'hdfc', '{}', now(), ${by.userId}, now(), ${holder.userId}, now()${values})`,
      );
    await expect(insert(auditor, auditor)).rejects.toThrow(/no active admin of payments/);
    await expect(insert(farida, meera)).rejects.toThrow(/begins with its maker/);
    await expect(insert(farida, farida, ', downloaded_at', ', now()')).rejects.toThrow(/begins with its maker/);
    await expect(insert(farida, farida)).rejects.toThrow(/needs its row in the audit log/);
    await expect(asApp(`update payout_layouts set changed_at = now() where name = 'hdfc'`)).rejects.toThrow(
      /needs its row in the audit log/,
    );
  });
});
