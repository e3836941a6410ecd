import { createHash } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../db/schema/settings.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { addBankPayee, addUpiPayee } from '../support/world/payees.ts';
import { closeStatementDay } from '../../server/domain/statements/closeStatementDay.ts';
import {
  confirmStatementLines,
  matchStatementLine,
  reopenStatementLine,
  setAsideStatementLines,
} from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { matchRecentRequests, matchStatements } from '../../server/domain/statements/matchLines.ts';
import { merged } from '../../server/domain/statements/dayBalances.ts';
import { previewStatement } from '../../server/domain/statements/previewStatement.ts';
import { listStatementBanks } from '../../server/domain/statements/statementBanks.ts';
import { lineLocks } from '../../server/domain/statements/lineLocks.ts';
import { listStatementDays } from '../../server/domain/statements/statementDays.ts';
import {
  candidatesFor,
  lineCounts,
  linesOfTransactions,
  listStatementLines,
  type LineState,
} from '../../server/domain/statements/statementLines.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import type { WalletTransaction } from '../../server/domain/wallet/transaction.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
let auditor: Member;
let player: Member;
let payees = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  auditor = await givenOtherAdmin(domain, undefined, ['AUDITOR']);
  player = await givenMember(domain, { rupees: 20_000 });
});
afterAll(() => database.close());

/** A UPI payee of its own, with the statements of a bank `demo` whose columns are known. */
async function givenPayee(): Promise<bigint> {
  payees += 1;
  return (await addUpiPayee(admin.ctx(), { upiId: `house${payees}@bank`, reason: 'statements of its own' })).id;
}

type Row = [date: string, narration: string, reference: string, moneyIn: string, moneyOut: string, balance?: string];

const csv = (...rows: Row[]) =>
  Buffer.from(
    ['Date,Narration,Ref,In,Out,Balance', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n'),
  ).toString('base64');

const importing = (payeeId: bigint, content: string) =>
  importStatement(admin.ctx(), { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping });

/** What the audit log has of the last import. */
async function lastImport(): Promise<unknown> {
  const [row] = await database.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'statement:import'))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row && JSON.parse(row.after ?? 'null');
}

/** Of a player no more than 10 wait. */
const depositors: Member[] = [];
let asked = 0;

async function deposit(payeeId: bigint, rupees: number, reference: string): Promise<WalletTransaction> {
  const amount = paise(BigInt(rupees) * 100n);
  const depositor = (depositors[Math.floor(asked / 10)] ??= await givenMember(domain));
  asked += 1;
  return (await requestDeposit(depositor.ctx(), { amount, reference, payee: { payeeId } })).transaction;
}

/** A deposit as releases before keys took it: with the key of another one, which came by another channel. */
async function clashing({ transaction }: { transaction: WalletTransaction }, key: string): Promise<WalletTransaction> {
  await tamper(
    database,
    `update wallet_transactions w set reference_key = '${key}', key_clashes = true, reference_scope = o.reference_scope
       from wallet_transactions o where w.id = ${transaction.id} and o.reference_key = '${key}'`,
  );
  return transaction;
}

const approve = (transactionId: bigint) => decideTransaction(admin.ctx(), { transactionId, decision: 'APPROVE' });
const deny = (transactionId: bigint) => decideTransaction(admin.ctx(), { transactionId, decision: 'DENY' });

async function payout(rupees: number, payoutReference: string): Promise<WalletTransaction> {
  const { transaction } = await requestWithdrawal(player.ctx(), {
    amount: paise(BigInt(rupees) * 100n),
    upiId: 'pia@okbank',
  });
  const decided = await decideTransaction(admin.ctx(), {
    transactionId: transaction.id,
    decision: 'APPROVE',
    payoutReference,
  });
  return decided.transaction;
}

async function lines(payeeId: bigint, state?: LineState) {
  return (await listStatementLines(auditor.ctx(), { payeeId, state }, { limit: 100 })).rows;
}

const states = async (payeeId: bigint) => (await lines(payeeId)).map(({ state }) => state);

/** Faults of the audit's checks of statements and references. */
async function faults(): Promise<string[]> {
  const results = await auditBooks(domain.as({ kind: 'system' }));
  return results.flatMap((result) => result.faults);
}

async function refused(statement: ReturnType<typeof sql>, words: string): Promise<void> {
  const failing = { cause: { message: expect.stringContaining(words) as string } };
  await expect(domain.owner.execute(statement)).rejects.toMatchObject(failing);
}

describe('an imported statement', () => {
  it('matches by reference, amount and payee, proposes by amount and time, and leaves the rest', async () => {
    const payeeId = await givenPayee();
    const [byReference, byTime] = [await deposit(payeeId, 500, '632600000001'), await deposit(payeeId, 750, 'TYPO12')];
    const otherAmount = await deposit(payeeId, 900, '632600000003');
    const elsewhere = await deposit(await givenPayee(), 400, '632600000004');
    const paidOut = await deposit(payeeId, 5_000, '632600000005');
    await approve(paidOut.id);
    const out = await payout(300, 'PAYOUT0001');
    const content = csv(
      ['20/11/2026', 'UPI/CR/632600000001/RAVI/SBIN', '', '500.00', ''],
      ['20/11/2026', 'UPI/CR/632600000002/MEERA/ICIC', '', '750.00', ''],
      ['20/11/2026', 'UPI/CR/632600000003/ASHA/HDFC', '', '901.00', ''],
      ['20/11/2026', 'UPI/CR/632600000004/ASHA/HDFC', '', '400.00', ''],
      ['20/11/2026', 'NEFT', '632600000005', '5,000.00', ''],
      ['20/11/2026', 'IMPS OUT', 'payout-0001', '', '300.00'],
    );
    expect(await importing(payeeId, content)).toEqual({
      lineCount: 6,
      newCount: 6,
      matchedCount: 3,
      proposedCount: 2,
      leftOut: 0,
    });
    expect(await states(payeeId)).toEqual(['matched', 'proposed', 'proposed', 'unmatched', 'matched', 'matched']);
    expect((await lines(payeeId)).map(({ transactionId }) => transactionId)).toEqual([
      byReference.id,
      byTime.id,
      otherAmount.id,
      null,
      paidOut.id,
      out.id,
    ]);
    expect(await lineCounts(auditor.ctx(), { payeeId })).toEqual({
      matched: 3,
      proposed: 2,
      unmatched: 1,
      set_aside: 0,
    });
    // Nothing was credited.
    const { rows } = await listTransactions(
      admin.ctx(),
      { payeeId, inStatement: true, status: 'pending' },
      { limit: 10 },
    );
    expect(rows.map(({ id, status }) => [id, status])).toEqual([[byReference.id, 'pending']]);
    const others = await listTransactions(admin.ctx(), { payeeId, inStatement: false }, { limit: 10 });
    expect(others.rows.map(({ id }) => id)).toEqual([otherAmount.id, byTime.id]);
    expect(await linesOfTransactions(auditor.ctx(), [elsewhere.id, out.id])).toEqual([
      null,
      expect.objectContaining({ description: 'IMPS OUT' }),
    ]);
    expect(await linesOfTransactions(player.ctx(), [out.id])).toEqual([null]);
  });

  it('changes nothing when it comes again, and knows two equal lines of a day from one line twice', async () => {
    const payeeId = await givenPayee();
    const equal: Row = ['20/11/2026', 'CASH DEPOSIT', '', '100.00', ''];
    expect((await importing(payeeId, csv(equal))).newCount).toBe(1);
    expect((await importing(payeeId, csv(equal))).newCount).toBe(0);
    // Another export of the same day, later: its first line is known.
    expect((await importing(payeeId, csv(equal, equal))).newCount).toBe(1);
    expect((await importing(payeeId, csv(['19/11/2026', 'X', '', '1.00', ''], equal, equal))).newCount).toBe(1);
    expect(await states(payeeId)).toHaveLength(3);
    await expect(
      domain.owner
        .execute(sql`insert into statement_lines (payee_id, statement_id, day, direction, amount, description, tokens, line_hash, ordinal, changed_at)
        select payee_id, statement_id, day, direction, amount, description, tokens, line_hash, ordinal, changed_at from statement_lines where payee_id = ${payeeId}`),
    ).rejects.toMatchObject({ cause: { constraint: 'statement_lines_position_unique' } });
  });

  it('remembers the columns of a bank, and previews a file without storing it', async () => {
    const payeeId = await givenPayee();
    const content = csv(['20/11/2026', 'X', '', '12.34', '']);
    expect((await previewStatement(admin.ctx(), { content, bank: 'new bank' })).mapping).toMatchObject({
      date: 'Date',
    });
    await importing(payeeId, content);
    expect((await listStatementBanks(auditor.ctx())).map(({ name }) => name)).toEqual(['demo']);
    expect(await previewStatement(admin.ctx(), { content, bank: ' DEMO ' })).toMatchObject({
      mapping: statementMapping,
      lineCount: 1,
      problem: null,
      sample: [{ amount: 1_234n, day: '2026-11-20' }],
    });
    const again = await importStatement(admin.ctx(), {
      payeeId,
      fileName: '../x\u0000.csv',
      content: csv(['20/11/2026', 'Y', '', '1.00', '']),
      bank: 'demo',
    });
    expect(again.newCount).toBe(1);
    // The account's next table is read as its newest was, also where its bank isn't named.
    const next = csv(['20/11/2026', 'Z', '', '2.00', '']);
    expect(await previewStatement(admin.ctx(), { content: next, payeeId })).toMatchObject({
      bank: 'demo',
      mapping: statementMapping,
    });
    expect(await previewStatement(admin.ctx(), { content: next, payeeId: await givenPayee() })).toMatchObject({
      bank: null,
    });
    expect(await importStatement(admin.ctx(), { payeeId, fileName: 'z', content: next })).toMatchObject({
      newCount: 1,
    });
    const wrong = await previewStatement(admin.ctx(), { content, mapping: { ...statementMapping, date: 'Narration' } });
    expect(wrong).toMatchObject({ lineCount: 0, problem: 'Row 2: "X" is no date.' });
  });

  it('is refused with days to come, another account, and for whom it is not', async () => {
    const payeeId = await givenPayee();
    const content = csv(['21/11/2026', 'X', '', '1.00', '']);
    expect((await refusal(importing(payeeId, content))).extra.detail).toContain('still to come');
    expect(await refusalCode(importing(0n, content))).toBe('NOT_FOUND');
    const file = { payeeId, fileName: 'x', content };
    expect(await refusalCode(importStatement(auditor.ctx(), file))).toBe('FORBIDDEN');
    expect(await refusalCode(listStatementDays(player.ctx(), { payeeId }))).toBe('FORBIDDEN');
    const bank = await addBankPayee(admin.ctx(), {
      accountNumber: '0099887766',
      ifscCode: 'HDFC0001234',
      accountHolderName: 'House',
      reason: 'statements of its own',
    });
    const mt940 =
      ':20:A\n:25:HDFC/11223344INR\n:60F:C261120INR0,\n:61:2611201120C1,00NTRFNONREF//A12345\n:62F:C261120INR1,00\n';
    const ofOther = { payeeId: bank.id, fileName: 'x', content: Buffer.from(mt940).toString('base64') };
    expect((await refusal(importStatement(admin.ctx(), ofOther))).extra.detail).toContain('account 11223344');
    const next = `:25:HDFC/0099887766INR\n:60F:C261120INR0,\n:61:2611201120C7,00NTRFNONREF//B12345\n:62F:C261120INR7,00\n`;
    const both = { ...ofOther, content: Buffer.from(mt940 + next).toString('base64') };
    expect(await previewStatement(admin.ctx(), both)).toMatchObject({
      lineCount: 1,
      otherAccounts: ['11223344'],
      leftOutRows: [expect.objectContaining({ reason: 'otherAccount' })],
    });
    expect(await importStatement(admin.ctx(), both)).toMatchObject({ newCount: 1, leftOut: 1 });
    expect((await lines(bank.id)).map(({ amount }) => amount)).toEqual([700n]);
    expect(await lastImport()).toMatchObject({ otherAccounts: '11223344' });
  });

  it('is refused against its own balances, until the admin leaves the rows out, which the audit log keeps', async () => {
    const payeeId = await givenPayee();
    const content = csv(
      ['20/11/2026', 'A', 'REF1001', '5.00', '', '5.00'],
      ['20/11/2026', 'B', 'REF1002', '3.00', '', '6.00'],
    );
    const unclear = await refusal(importing(payeeId, content));
    expect(unclear).toMatchObject({ code: 'STATEMENT_UNCLEAR' });
    expect(unclear.extra.detail).toBe('Row 3: the balance is 6.00, but 5.00 and 3.00 make 8.00.');
    expect(await lines(payeeId)).toEqual([]);
    const file = { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
    const done = await importStatement(admin.ctx(), { ...file, answers: { balance: 'withoutRows' } });
    expect(done).toMatchObject({ newCount: 1, leftOut: 1 });
    expect(await lastImport()).toMatchObject({
      answers: 'balance: withoutRows',
      withoutRows: '3: 20/11/2026 · B · REF1002 · 3.00 · 6.00',
    });
  });

  it('has a payment once that comes from two exports in other words, and from a release before', async () => {
    const payeeId = await givenPayee();
    await importing(payeeId, csv(['20/11/2026', 'UPI ASHA', '0000740187320777', '7.00', '']));
    const mt940 =
      ':25:1\n:60F:C261120INR0,\n:61:2611201120C7,00NTRFNONREF//740187320777\n:86:BY TRANSFER\n:62F:C261120INR7,00\n';
    const night = { payeeId, fileName: 'night.sta', content: Buffer.from(mt940).toString('base64') };
    expect(await importStatement(admin.ctx(), night)).toMatchObject({ lineCount: 1, newCount: 0 });
    const before = JSON.stringify(['2026-11-20', 'credit', '700', '0000740187320777', 'upi ashok']);
    const hash = createHash('sha256').update(before).digest('hex');
    await tamper(
      database,
      `update statement_lines set line_hash = decode('${hash}', 'hex') where payee_id = ${payeeId}`,
    );
    const again = csv(['20/11/2026', 'UPI Ashok', '0000740187320777', '7.00', '']);
    expect(await importing(payeeId, again)).toMatchObject({ newCount: 0 });
  });
});

describe('a line', () => {
  it('is confirmed, matched by hand, set aside with a reason and reopened, each with its row in the audit log', async () => {
    const payeeId = await givenPayee();
    const [near, far] = [await deposit(payeeId, 210, 'AAAA11'), await deposit(payeeId, 220, 'BBBB22')];
    await importing(
      payeeId,
      csv(
        ['20/11/2026', 'ONE', 'REF0001', '210.00', ''],
        ['01/11/2026', 'TWO', 'REF0002', '220.00', ''],
        ['20/11/2026', 'CHARGES', 'REF0003', '', '11.80'],
      ),
    );
    const [one, two, charges] = await lines(payeeId);
    if (!one || !two || !charges) throw new Error('three lines were imported');
    expect([one.state, two.state, charges.state]).toEqual(['proposed', 'unmatched', 'unmatched']);
    expect(await candidatesFor(auditor.ctx(), two)).toEqual([far.id]);

    expect(await refusalCode(confirmStatementLines(admin.ctx(), { lineIds: [one.id, two.id] }))).toBe('INVALID_INPUT');
    expect(await refusalCode(confirmStatementLines(auditor.ctx(), { lineIds: [one.id] }))).toBe('FORBIDDEN');
    await confirmStatementLines(admin.ctx(), { lineIds: [one.id] });
    const match = (transactionId: bigint) => matchStatementLine(admin.ctx(), { lineId: two.id, transactionId });
    expect((await refusal(match(near.id))).extra.detail).toContain('another amount');
    expect((await match(far.id))[0]).toMatchObject({ state: 'matched', decidedBy: admin.userId });
    expect(await refusalCode(match(far.id))).toBe('INVALID_INPUT');
    expect(
      await refusalCode(setAsideStatementLines(admin.ctx(), { lineIds: [charges.id], kind: 'charge', reason: ' x ' })),
    ).toBe('INVALID_INPUT');
    await setAsideStatementLines(admin.ctx(), { lineIds: [charges.id], kind: 'charge', reason: 'bank charges' });
    await reopenStatementLine(admin.ctx(), { lineId: charges.id });
    expect(await refusalCode(reopenStatementLine(admin.ctx(), { lineId: charges.id }))).toBe('INVALID_INPUT');
    const { rows } = await database.pool.query<{ action: string; reason: string | null }>(
      `select action, reason from audit_log where subject_type = 'statement' and subject = 'house${payees}@bank' order by id`,
    );
    expect(rows).toEqual([
      { action: 'statement:import', reason: null },
      { action: 'statement:match', reason: null },
      { action: 'statement:match', reason: null },
      { action: 'statement:setAside', reason: 'bank charges' },
      { action: 'statement:reopen', reason: null },
    ]);
    await expect(
      domain.owner.execute(
        sql`update statement_lines set state = 'set_aside', reason = 'quietly', decided_by = ${admin.userId} where id = ${charges.id}`,
      ),
    ).rejects.toMatchObject({
      cause: { message: expect.stringContaining('needs its row in the audit log') as string },
    });
  });

  it('is free again when its deposit is denied, and matches what is requested later', async () => {
    const payeeId = await givenPayee();
    const first = await deposit(payeeId, 330, 'LATER0001');
    await importing(payeeId, csv(['20/11/2026', 'UPI LATER0001', '', '330.00', '']));
    expect(await states(payeeId)).toEqual(['matched']);
    await deny(first.id);
    expect(await states(payeeId)).toEqual(['unmatched']);
    const second = await deposit(payeeId, 330, 'LATER0001');
    expect(await matchStatements(admin.ctx(), { payeeId })).toEqual({ matchedCount: 1, proposedCount: 0 });
    expect((await lines(payeeId))[0]).toMatchObject({ transactionId: second.id, decidedBy: null });
  });

  it('matches a request that comes after it without an admin, within an hour', async () => {
    const payeeId = await givenPayee();
    await importing(payeeId, csv(['20/11/2026', 'UPI LATER0002', '', '340.00', '']));
    const requested = await deposit(payeeId, 340, 'LATER0002');
    const at = (ms: number) => ({
      ...domain.as({ kind: 'system' }),
      now: new Date(requested.createdAt.getTime() + ms),
    });
    await matchRecentRequests(at(3_600_001));
    expect(await states(payeeId)).toEqual(['unmatched']);
    expect(await matchRecentRequests(at(3_600_000))).toBe(1);
    expect((await lines(payeeId))[0]).toMatchObject({ state: 'matched', transactionId: requested.id, decidedBy: null });
  });

  it('credits its reference once, on whatever channel and line, and pays a request of its amount only', async () => {
    const [payeeId, other] = [await givenPayee(), await givenPayee()];
    await addBankPayee(admin.ctx(), {
      accountNumber: '12345678',
      ifscCode: 'HDFC0001234',
      accountHolderName: 'House',
      reason: 'statements of its own',
    });
    const mine = await deposit(payeeId, 440, 'ONCE0001');
    const bank = await clashing(
      await requestDeposit(player.ctx(), {
        amount: paise(44_000n),
        reference: 'ONCE0001B',
        payee: { accountNumber: '12345678' },
      }),
      'ONCE0001',
    );
    // The same payment twice in the statement: one of the two credits.
    const twice = csv(['20/11/2026', 'A', 'ONCE0001', '440.00', ''], ['20/11/2026', 'B', 'ONCE0001', '440.00', '']);
    await importing(payeeId, twice);
    expect(await states(payeeId)).toEqual(['matched', 'unmatched']);
    expect((await refusal(approve(bank.id))).code).toBe('REFERENCE_TAKEN');
    await approve(mine.id);
    expect((await refusal(approve(bank.id))).code).toBe('REFERENCE_TAKEN');
    await expect(
      domain.owner.execute(
        sql`update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = now() where id = ${bank.id}`,
      ),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('has paid another request') as string } });
    // A deposit with another reference can't take the second line either.
    const [, second] = await lines(payeeId);
    const thief = await deposit(payeeId, 440, 'THIEF001');
    expect(
      await refusalCode(matchStatementLine(admin.ctx(), { lineId: second?.id ?? 0n, transactionId: thief.id })),
    ).toBe('REFERENCE_TAKEN');
    const wrong = await deposit(other, 440, 'WRONG001');
    await expect(
      domain.owner.execute(
        sql`update statement_lines set state = 'proposed', transaction_id = ${wrong.id} where id = ${second?.id}`,
      ),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('is not paid by line') as string } });
    await expect(
      domain.owner.execute(sql`update statement_lines set amount = 1 where id = ${second?.id}`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('cannot change') as string } });
    await approve(wrong.id);
    await refused(
      sql`update statement_lines set state = 'proposed', transaction_id = ${wrong.id} where id = ${second?.id}`,
      'is not paid by line',
    );
    await refused(
      sql`update statement_lines set state = 'matched', transaction_id = ${thief.id}, reference = ${wrong.reference}
           where id = ${second?.id}`,
      'was credited already',
    );
    expect(await faults()).toEqual([]);
  });
});

describe('matching', () => {
  const DAY_MS = 86_400_000;
  const noon = Date.parse('2026-11-20T12:00:00+05:30');
  const ofLines = async (payeeId: bigint) =>
    (await lines(payeeId)).map(({ state, transactionId }) => [state, transactionId]);
  const match = (payeeId: bigint) => matchStatements(admin.ctx(), { payeeId });

  it('leaves the lines of other payees as they are', async () => {
    const [payeeId, other] = [await givenPayee(), await givenPayee()];
    await importing(
      payeeId,
      csv(['20/11/2026', 'UPI OTHERS001', '', '710.00', ''], ['20/11/2026', 'X', '', '720.00', '']),
    );
    const near = await deposit(payeeId, 720, 'OTHERS002');
    await match(payeeId);
    await deposit(payeeId, 710, 'OTHERS001');
    const out = await payout(730, 'OTHERSOUT1');
    expect(await match(other)).toEqual({ matchedCount: 0, proposedCount: 0 });
    expect(await ofLines(payeeId)).toEqual([
      ['unmatched', null],
      ['proposed', near.id],
    ]);
    // What was credited to one payee is proposed for no line of another, and a denied withdrawal for none.
    await approve((await deposit(payeeId, 725, 'OTHERS003')).id);
    const { transaction: taken } = await requestWithdrawal(player.ctx(), {
      amount: paise(72_600n),
      upiId: 'pia@okbank',
    });
    await deny(taken.id);
    await importing(
      other,
      csv(
        ['20/11/2026', 'OUT OTHERSOUT1', '', '', '730.00'],
        ['20/11/2026', 'X', '', '725.00', ''],
        ['20/11/2026', 'X', '', '', '726.00'],
      ),
    );
    expect(await ofLines(other)).toEqual([
      ['matched', out.id],
      ['unmatched', null],
      ['unmatched', null],
    ]);
  });

  it('matches a reference once among all payees', async () => {
    const payeeId = await givenPayee();
    const { id: other } = await addBankPayee(admin.ctx(), {
      accountNumber: '12345679',
      ifscCode: 'HDFC0001234',
      accountHolderName: 'House',
      reason: 'statements of its own',
    });
    await deposit(payeeId, 705, 'SAMEREF001');
    const second = await clashing({ transaction: await deposit(other, 705, 'SAMEREF002') }, 'SAMEREF001');
    const line: Row = ['20/11/2026', 'UPI SAMEREF001', '', '705.00', ''];
    expect(await importing(payeeId, csv(line))).toMatchObject({ matchedCount: 1 });
    expect(await importing(other, csv(line))).toMatchObject({ matchedCount: 0, proposedCount: 1 });
    expect(await ofLines(other)).toEqual([['proposed', second.id]]);
  });

  it('waits for another import of the payee, and for no decision about a request', async () => {
    const payeeId = await givenPayee();
    const [byReference, byTime, out] = [
      await deposit(payeeId, 711, 'LOCKED0001'),
      await deposit(payeeId, 712, 'LOCKED0002'),
      await payout(713, 'LOCKEDOUT1'),
    ];
    const ids = [byReference.id, byTime.id, out.id].map(String);
    const deciding = await holdLocks(database, 'select 1 from wallet_transactions where id = any($1) for update', [
      ids,
    ]);
    await importing(
      payeeId,
      csv(
        ['20/11/2026', 'UPI LOCKED0001', '', '711.00', ''],
        ['20/11/2026', 'X', '', '712.00', ''],
        ['20/11/2026', 'LOCKEDOUT1', '', '', '713.00'],
      ),
    );
    expect(await states(payeeId)).toEqual(['unmatched', 'unmatched', 'unmatched']);
    await deciding();
    expect(await match(payeeId)).toEqual({ matchedCount: 2, proposedCount: 1 });
    const withoutLines = await givenPayee();
    const release = await holdLocks(database, 'select lock_statements($1, false)', [withoutLines]);
    const matching = match(withoutLines);
    await expectLockWait(database);
    await release();
    expect(await matching).toEqual({ matchedCount: 0, proposedCount: 0 });
  });

  it('keeps the requests that it takes from being decided until it has ended', async () => {
    const payeeId = await givenPayee();
    const content = csv(
      ['20/11/2026', 'UPI TAKEN00001', '', '714.00', ''],
      ['20/11/2026', 'X', '', '715.00', ''],
      ['20/11/2026', 'TAKENOUT01', '', '', '716.00'],
    );
    await importing(payeeId, content);
    const ids = [
      (await deposit(payeeId, 714, 'TAKEN00001')).id,
      (await deposit(payeeId, 715, 'TAKEN00002')).id,
      (await payout(716, 'TAKENOUT01')).id,
    ].map(String);
    const release = await holdLocks(database, 'select match_statement_lines($1, now())', [payeeId]);
    const free = 'select id from wallet_transactions where id = any($1) for update skip locked';
    expect((await database.pool.query(free, [ids])).rowCount).toBe(0);
    await release();
  });

  it('proposes requests of two days before and after the line, and none beyond', async () => {
    domain.clock.set(noon - 2 * DAY_MS - 1);
    const [payeeId, before, after, beyond] = [
      await givenPayee(),
      await givenPayee(),
      await givenPayee(),
      await givenPayee(),
    ];
    await deposit(payeeId, 740, 'RANGE0001');
    domain.clock.set(noon - 2 * DAY_MS);
    const early = await deposit(before, 740, 'RANGE0002');
    domain.clock.set(noon + 2 * DAY_MS);
    const late = await deposit(after, 740, 'RANGE0003');
    domain.clock.advance(1);
    await deposit(beyond, 740, 'RANGE0004');
    domain.clock.set(noon + 4 * DAY_MS);
    const line: Row = ['20/11/2026', 'NEFT', '', '740.00', ''];
    for (const each of [before, after]) await importing(each, csv(line));
    expect([await ofLines(before), await ofLines(after)]).toEqual([[['proposed', early.id]], [['proposed', late.id]]]);
    // Lines before and after it widen what is searched.
    for (const each of [payeeId, beyond]) {
      await importing(each, csv(['16/11/2026', 'A', '', '1.00', ''], line, ['24/11/2026', 'Z', '', '1.00', '']));
      expect((await states(each))[1]).toBe('unmatched');
    }
  });

  it('proposes payouts by when they were made, and neither denied requests nor those of another direction', async () => {
    domain.clock.set(noon);
    const payeeId = await givenPayee();
    const out = await payout(750, 'DIRECTION1');
    const denied = await deposit(payeeId, 760, 'DIRECTION2');
    await deny(denied.id);
    await importing(
      payeeId,
      csv(
        ['20/11/2026', 'IN', '', '750.00', ''],
        ['20/11/2026', 'OUT', '', '', '750.00'],
        ['20/11/2026', 'IN', '', '760.00', ''],
        ['20/11/2026', 'OUT', '', '', '760.00'],
      ),
    );
    expect(await ofLines(payeeId)).toEqual([
      ['unmatched', null],
      ['proposed', out.id],
      ['unmatched', null],
      ['unmatched', null],
    ]);
  });

  it('proposes where line and request are each other’s nearest in time', async () => {
    domain.clock.set(noon - DAY_MS);
    const payeeId = await givenPayee();
    const [first] = [await deposit(payeeId, 770, 'NEAREST001')];
    domain.clock.set(noon - 1_000);
    const [near, farther] = [await deposit(payeeId, 770, 'NEAREST002'), await deposit(payeeId, 770, 'NEAREST003')];
    domain.clock.set(noon);
    await importing(
      payeeId,
      csv(
        ['19/11/2026', 'A', '', '770.00', ''],
        ['20/11/2026', 'B', '', '770.00', ''],
        ['18/11/2026', 'C', '', '770.00', ''],
      ),
    );
    const proposed = new Map(
      (await lines(payeeId)).map(({ description, transactionId }) => [description, transactionId]),
    );
    expect([proposed.get('A'), proposed.get('B'), proposed.get('C')]).toEqual([first.id, near.id, null]);
    expect(farther.status).toBe('pending');
  });

  it('takes payouts by reference and amount, each once, and no line with two of them', async () => {
    domain.clock.set(noon + 20 * DAY_MS);
    const payeeId = await givenPayee();
    const [one, two] = [await payout(780, 'PAYTWICE01'), await payout(780, 'PAYTWICE02')];
    domain.clock.set(noon + 40 * DAY_MS);
    const content = csv(
      ['20/11/2026', 'A PAYTWICE01', '', '', '780.00'],
      ['20/11/2026', 'B PAYTWICE01', '', '', '780.00'],
      ['20/11/2026', 'C PAYTWICE02', '', '', '781.00'],
      ['20/11/2026', 'D PAYTWICE02', '', '780.00', ''],
      ['20/11/2026', 'E', 'OTHER00001', '', '780.00'],
    );
    expect(await importing(payeeId, content)).toMatchObject({ matchedCount: 1, proposedCount: 0 });
    expect(await ofLines(payeeId)).toEqual([
      ['matched', one.id],
      ['unmatched', null],
      ['unmatched', null],
      ['unmatched', null],
      ['unmatched', null],
    ]);
    expect(await match(payeeId)).toEqual({ matchedCount: 0, proposedCount: 0 });
    const other = await givenPayee();
    const three = await payout(780, 'PAYTWICE03');
    await importing(other, csv(['20/11/2026', 'PAYTWICE02 PAYTWICE03', '', '', '780.00']));
    expect(await ofLines(other)).toEqual([['unmatched', null]]);
    await importing(
      other,
      csv(['20/11/2026', 'PAYTWICE02', '', '', '780.00'], ['20/11/2026', 'PAYTWICE03', '', '', '780.00']),
    );
    expect((await ofLines(other)).slice(-2)).toEqual([
      ['matched', two.id],
      ['matched', three.id],
    ]);
  });

  it('takes deposits by reference, each once, and no line with two of them', async () => {
    domain.clock.set(noon + 60 * DAY_MS);
    const payeeId = await givenPayee();
    const [one, two] = [await deposit(payeeId, 790, 'TWOTOKENS1'), await deposit(payeeId, 790, 'TWOTOKENS2')];
    domain.clock.set(noon + 80 * DAY_MS);
    await importing(payeeId, csv(['20/11/2026', 'TWOTOKENS1 TWOTOKENS2', '', '790.00', '']));
    expect(await ofLines(payeeId)).toEqual([['unmatched', null]]);
    await importing(
      payeeId,
      csv(['20/11/2026', 'TWOTOKENS1', '', '790.00', ''], ['20/11/2026', 'OUT TWOTOKENS2', '', '', '790.00']),
    );
    expect((await ofLines(payeeId)).slice(1)).toEqual([
      ['matched', one.id],
      ['unmatched', null],
    ]);
    expect(two.status).toBe('pending');
  });

  it('proposes among the first 500 lines of an amount', async () => {
    domain.clock.set(noon);
    const payeeId = await givenPayee();
    const request = await deposit(payeeId, 800, 'MANYLINES1');
    const many = Array.from({ length: 500 }, (_, n): Row => ['19/11/2026', `EARLIER ${n}`, '', '800.00', '']);
    const nearest: Row = ['20/11/2026', 'NEAREST', '', '800.00', ''];
    const proposed = async (payee: bigint) =>
      (await lines(payee, 'proposed')).map(({ description, transactionId }) => [description, transactionId]);
    expect(await importing(payeeId, csv(...many, nearest))).toMatchObject({ newCount: 501, proposedCount: 1 });
    expect(await proposed(payeeId)).toEqual([['EARLIER 0', request.id]]);
    const other = await givenPayee();
    const second = await deposit(other, 800, 'MANYLINES2');
    await importing(other, csv(...many.slice(1), nearest));
    expect(await proposed(other)).toEqual([['NEAREST', second.id]]);
  });

  it('proposes among the first 500 requests of an amount', async () => {
    const takesNearest = async (earlier: number) => {
      const payeeId = await givenPayee();
      domain.clock.set(noon - DAY_MS);
      // More than one player may have.
      await tamper(
        database,
        `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, created_at, updated_at)
         select ${player.userId}, 'credit', 'upi', 81000, concat('MANY', ${payeeId}, 'X', n), ${payeeId}, at, at
           from generate_series(1, ${earlier}) n,
                (select '${new Date(domain.clock.now()).toISOString()}'::timestamptz as at) t`,
      );
      domain.clock.set(noon);
      const nearest = await deposit(payeeId, 810, `NEAREST${payeeId}`);
      await importing(payeeId, csv(['20/11/2026', 'NEFT', '', '810.00', '']));
      return (await lines(payeeId))[0]?.transactionId === nearest.id;
    };
    expect([await takesNearest(499), await takesNearest(500)]).toEqual([true, false]);
  });
});

describe('a day', () => {
  it('adds up by statement and ledger, is closed once, and never changes afterwards', async () => {
    domain.clock.set(Date.parse('2026-11-22T12:00:00+05:30'));
    const payeeId = await givenPayee();
    const [first, second] = [await deposit(payeeId, 1_000, 'DAY00001'), await deposit(payeeId, 500, 'DAY00002')];
    const out = await payout(200, 'DAYOUT01');
    domain.clock.set(Date.parse('2026-11-23T10:00:00+05:30'));
    const day = csv(
      ['21/11/2026', 'IN', 'DAY00001', '1,000.00', '', '11,000.00'],
      ['22/11/2026', 'IN', 'DAY00002', '500.00', '', '11,500.00'],
      ['22/11/2026', 'OUT', 'DAYOUT01', '', '200.00', '11,300.00'],
      ['22/11/2026', 'CHARGES', '', '', '11.80', '11,288.20'],
    );
    await importing(payeeId, day);
    const close = (date: string, reason?: string) => closeStatementDay(admin.ctx(), { payeeId, day: date, reason });
    const why = async (date: string) => (await refusal(close(date))).extra.detail;
    expect(await why('2026-11-23')).toBe('The day is not over.');
    expect(await why('2026-02-30')).toBe('day must be a day');
    expect(await why('2026-11-22')).toBe('2026-11-21 has to be closed first.');
    expect(await why('2026-11-21')).toBe('1 matched deposits of the day are not decided.');
    const closing = (date: string) =>
      sql`select close_statement_day(${payeeId}, ${date}, ${admin.userId}, null, now())`;
    await refused(closing('2026-11-21'), 'has lines that are open');
    const release = await holdLocks(database, 'select lock_statements($1, false)', [payeeId]);
    const changed = database.pool.query('update statement_lines set state = state where payee_id = $1', [payeeId]);
    await expectLockWait(database);
    await release();
    await changed;
    await approve(first.id);
    await approve(second.id);
    const closed = await close('2026-11-21');
    expect(closed).toMatchObject({
      opening: 1_000_000n,
      moneyIn: 100_000n,
      closing: 1_100_000n,
      ledgerIn: 100_000n,
      drift: 0n,
    });
    expect(await why('2026-11-22')).toBe('1 lines of the day are neither matched nor set aside.');
    await refused(closing('2026-11-22'), 'has lines that are open');
    const [charges] = await lines(payeeId, 'unmatched');
    await setAsideStatementLines(admin.ctx(), { lineIds: [charges?.id ?? 0n], kind: 'charge', reason: 'bank charges' });
    expect(await refusalCode(closeStatementDay(auditor.ctx(), { payeeId, day: '2026-11-22' }))).toBe('FORBIDDEN');
    expect(await close('2026-11-22')).toMatchObject({
      opening: 1_100_000n,
      closing: 1_128_820n,
      ledgerOpening: 1_100_000n,
      ledgerIn: 50_000n,
      ledgerOut: 20_000n,
      setAside: -1_180n,
      ledgerClosing: 1_128_820n,
      drift: 0n,
      closedBy: admin.userId,
    });
    expect(await why('2026-11-22')).toBe('The day is closed already.');
    expect(
      (await listStatementDays(auditor.ctx(), { payeeId })).map((row) => [row.day, row.drift, row.closedBy]),
    ).toEqual([
      ['2026-11-22', 0n, admin.userId],
      ['2026-11-21', 0n, admin.userId],
    ]);

    // The same day again has nothing new; a further line of it is refused, by the database too.
    expect((await importing(payeeId, day)).newCount).toBe(0);
    const late = csv(['22/11/2026', 'LATE', '', '1.00', '']);
    expect((await refusal(importing(payeeId, late))).extra.detail).toContain('which is closed');
    expect(await lineLocks(admin.ctx(), [charges?.id ?? 0n])).toMatchObject([{ dayClosed: true, creditId: null }]);
    expect(await refusalCode(reopenStatementLine(admin.ctx(), { lineId: charges?.id ?? 0n }))).toBe('INVALID_INPUT');
    await refused(
      sql`update statement_lines set state = 'unmatched', transaction_id = null where transaction_id = ${out.id}`,
      'is closed',
    );
    await refused(sql`update statement_balances set closing = 0 where payee_id = ${payeeId}`, 'is closed');
    await refused(sql`update statement_days set drift = 0 where payee_id = ${payeeId}`, 'insert-only');
    await refused(sql`delete from statement_day_transactions where payee_id = ${payeeId}`, 'insert-only');
    await refused(sql`delete from statement_lines where payee_id = ${payeeId}`, 'insert-only');
    await refused(closing('2026-11-22'), 'closed, or a later one');
    await refused(closing('2026-11-23'), 'not over');

    expect(await faults()).toEqual([]);
    await tamper(
      database,
      `update statement_days set ledger_in = ledger_in + 1, ledger_closing = ledger_closing + 1, drift = drift - 1, reason = 'an attacker' where day = '2026-11-22'`,
    );
    expect(await faults()).toEqual([expect.stringContaining('2026-11-22: in 50000')]);
    await tamper(
      database,
      `update statement_days set ledger_in = ledger_in - 1, ledger_closing = ledger_closing - 1, drift = drift + 1, reason = null where day = '2026-11-22'`,
    );
    await tamper(
      database,
      `update statement_lines set transaction_id = ${first.id} + 100000 where false; update statement_lines set amount = amount + 1 where transaction_id = ${second.id}`,
    );
    expect(await faults()).toHaveLength(2);
    await tamper(database, `update statement_lines set amount = amount - 1 where transaction_id = ${second.id}`);
  });

  it('has the sums of its lines and of what was approved on it, with and without balances of the bank', async () => {
    const [payeeId, other] = [await givenPayee(), await givenPayee()];
    const figures = async (day: string) => {
      const { rows } = await database.pool.query<Record<string, unknown>>(
        'select * from statement_day_figures($1, $2)',
        [payeeId, day],
      );
      return rows[0];
    };
    const requests = [];
    for (const [rupees, reference] of [
      [100, 'SUM00001'],
      [250, 'SUM00002'],
      [11, 'SUM00003'],
      [1_000, 'NOLINE01'],
      [3_000, 'NOLINE02'],
    ] as const) {
      requests.push((await deposit(payeeId, rupees, reference)).id);
    }
    const [one = 0n, two = 0n, waiting = 0n, first = 0n, next = 0n] = requests;
    domain.clock.set(Date.parse('2026-12-01T00:00:00+05:30'));
    await approve(first);
    domain.clock.set(Date.parse('2026-12-01T12:00:00+05:30'));
    await approve(one);
    await approve(two);
    const paid = [await payout(40, 'SUMOUT01'), await payout(60, 'SUMOUT02')].map(({ id }) => id);
    domain.clock.set(Date.parse('2026-12-02T00:00:00+05:30'));
    await approve(next);
    domain.clock.set(Date.parse('2026-12-04T12:00:00+05:30'));
    const lineOf = (date: string, reference: string, moneyIn: string, moneyOut = ''): Row => [
      date,
      '',
      reference,
      moneyIn,
      moneyOut,
    ];
    await importing(
      payeeId,
      csv(
        lineOf('01/12/2026', 'SUM00001', '100.00'),
        lineOf('01/12/2026', 'SUM00002', '250.00'),
        lineOf('01/12/2026', 'SUM00003', '11.00'),
        lineOf('01/12/2026', 'SUMOUT01', '', '40.00'),
        lineOf('01/12/2026', 'SUMOUT02', '', '60.00'),
        lineOf('01/12/2026', 'INTEREST', '5.00'),
        lineOf('01/12/2026', 'REBATE', '7.00'),
        lineOf('01/12/2026', 'CHARGES', '', '3.00'),
        lineOf('02/12/2026', 'CHARGES2', '', '20.00'),
        lineOf('03/12/2026', 'CHARGES3', '', '2.00'),
      ),
    );
    await importing(other, csv(['01/12/2026', 'IN', 'ELSE0001', '50.00', '', '9,050.00']));
    const unmatched = await lines(payeeId, 'unmatched');
    await setAsideStatementLines(admin.ctx(), {
      lineIds: unmatched.map(({ id }) => id),
      kind: 'interest',
      reason: 'interest and charges',
    });

    const day = {
      opening: 0n,
      money_in: 37_300n,
      money_out: 10_300n,
      closing: 27_000n,
      ledger_opening: 0n,
      ledger_in: 135_000n,
      ledger_out: 10_000n,
      set_aside: 900n,
      open_lines: 0,
      waiting_lines: 1,
      transaction_ids: [one, two, first, ...paid],
    };
    expect(await figures('2026-12-01')).toEqual(day);
    await approve(waiting);
    expect(await figures('2026-12-01')).toMatchObject({ ledger_in: 136_100n, waiting_lines: 0 });
    const why = { payeeId, reason: 'the bank books it later' };
    await closeStatementDay(admin.ctx(), { ...why, day: '2026-12-01' });
    expect(await figures('2026-12-01')).toMatchObject({ opening: 0n, closing: 27_000n, ledger_opening: 0n });

    const second = { opening: 27_000n, money_in: 0n, money_out: 2_000n, closing: 25_000n, set_aside: -2_000n };
    expect(await figures('2026-12-02')).toMatchObject({ ...second, ledger_in: 300_000n, transaction_ids: [next] });
    await closeStatementDay(admin.ctx(), { ...why, day: '2026-12-02' });
    expect(await figures('2026-12-03')).toMatchObject({
      opening: 25_000n,
      closing: 24_800n,
      ledger_in: 0n,
      ledger_out: 0n,
      transaction_ids: [],
    });
  });

  it('is closed with a drift only for a reason, and the drift goes when the missing line comes', async () => {
    domain.clock.set(Date.parse('2026-11-24T10:00:00+05:30'));
    const payeeId = await givenPayee();
    const missing = await deposit(payeeId, 700, 'DRIFT001');
    await approve(missing.id);
    await importing(payeeId, csv(['24/11/2026', 'IN', 'OTHER001', '50.00', '', '50.00']));
    const [line] = await lines(payeeId);
    await setAsideStatementLines(admin.ctx(), {
      lineIds: [line?.id ?? 0n],
      kind: 'own_transfer',
      reason: 'own transfer',
    });
    domain.clock.set(Date.parse('2026-11-26T10:00:00+05:30'));
    const close = (day: string, reason?: string) => closeStatementDay(admin.ctx(), { payeeId, day, reason });
    expect(await refusalCode(close('2026-11-24'))).toBe('INVALID_INPUT');
    await expect(
      domain.owner.execute(sql`select close_statement_day(${payeeId}, '2026-11-24', ${admin.userId}, null, now())`),
    ).rejects.toMatchObject({ cause: { constraint: 'statement_days_drift_has_reason' } });
    expect(await close('2026-11-24', 'the bank books it tomorrow')).toMatchObject({
      drift: -70_000n,
      ledgerIn: 70_000n,
    });
    const tomorrow = sql`select close_statement_day(${payeeId}, '2026-11-25', ${admin.userId}, null, now())`;
    const other = await givenPayee();
    // The closed days of another payee don't matter.
    const near = await deposit(other, 50, 'NEARBY0001');
    await importing(other, csv(['24/11/2026', 'IN', 'OTHER002', '50.00', '', '50.00']));
    expect((await lines(other))[0]).toMatchObject({ state: 'proposed', transactionId: near.id });
    await refused(
      sql`select close_statement_day(${other}, '2026-11-25', ${admin.userId}, null, now())`,
      'a day before 2026-11-25 is not closed',
    );
    const release = await holdLocks(database, 'select lock_statements($1, true)', [payeeId]);
    const closed = domain.owner.execute(tomorrow).then(String, (error: Error) => String(error.cause));
    await expectLockWait(database);
    await release();
    expect(await closed).toContain('statement_days_drift_has_reason');
    await importing(payeeId, csv(['25/11/2026', 'IN', 'DRIFT001', '700.00', '', '750.00']));
    expect(await close('2026-11-25')).toMatchObject({ opening: 5_000n, moneyIn: 70_000n, ledgerIn: 0n, drift: 0n });
    expect(await faults()).toEqual([]);
  });

  it('takes the balances of parts of a day that fit its lines', () => {
    const day = '2026-11-20';
    const [morning, afternoon] = [
      { day, opening: paise(100n), closing: paise(300n) },
      { day, opening: paise(300n), closing: paise(350n) },
    ];
    expect(merged({ opening: null, closing: null, net: 200n }, morning)).toEqual({ opening: 100n, closing: 300n });
    expect(merged({ ...morning, net: 250n }, afternoon)).toEqual({ opening: 100n, closing: 350n });
    expect(merged({ ...afternoon, net: 250n }, morning)).toEqual({ opening: 100n, closing: 350n });
    expect(merged({ ...afternoon, net: 250n }, { day, opening: paise(100n), closing: paise(350n) })).toEqual({
      opening: 100n,
      closing: 350n,
    });
  });
});
