import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { closeStatementDay } from '../../server/domain/statements/closeStatementDay.ts';
import { reopenStatementLine } from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { lineLocks } from '../../server/domain/statements/lineLocks.ts';
import { requestsFor } from '../../server/domain/statements/lineRequests.ts';
import { returnPayout } from '../../server/domain/statements/returnPayout.ts';
import { listStatementDays } from '../../server/domain/statements/statementDays.ts';
import { listStatementLines } from '../../server/domain/statements/statementLines.ts';
import { pendingByAge } from '../../server/domain/stats/pendingByAge.ts';
import { moneyFigures } from '../../server/domain/stats/moneyFigures.ts';
import { approveWithdrawals } from '../../server/domain/wallet/approveWithdrawals.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { claimTransaction } from '../../server/domain/wallet/claimTransaction.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { promisedBy } from '../../server/domain/wallet/promisedTime.ts';
import { recordPayout } from '../../server/domain/wallet/recordPayout.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { lookUp } from '../../server/domain/wallet/transaction.ts';
import { pendingWithdrawals } from '../../server/domain/wallet/transactionList.ts';
import { walletHistory } from '../../server/domain/wallet/walletHistory.ts';
import { withdrawApproval } from '../../server/domain/wallet/withdrawApproval.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { setThreshold } from '../support/thresholds.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
} from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';

const HOUR = 3_600_000;
const reason = 'The bank has not sent it.';
const rupees = (amount: number) => paise(BigInt(amount) * 100n);

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let clerk: Member;
let other: Member;
let auditor: Member;
let references = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  clerk = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
  other = await givenOtherAdmin(domain, 'Meera', ['FINANCE']);
  auditor = await givenOtherAdmin(domain, 'Asif', ['AUDITOR']);
});
afterAll(() => database.close());

const nextReference = () => `AXIS${String((references += 1)).padStart(8, '0')}`;
const approve = (transactionId: bigint, more: { payoutReference?: string; idempotencyKey?: string } = {}, by = clerk) =>
  decideTransaction(by.ctx(), { transactionId, decision: 'APPROVE', grounds: 'required', ...more });
const pay = (transactionId: bigint, payoutReference = nextReference(), by = clerk) =>
  recordPayout(by.ctx(), { transactionId, payoutReference });
const balances = async (player: Member) => (await readBalances(database.db, [player.userId])).get(player.userId);
const statusOf = async (id: bigint) => (await lookUp(domain.services, id))?.status;
const titles = async ({ ctx }: Member) => (await listNotifications(ctx(), { limit: 3 })).rows.map(({ title }) => title);

async function givenWithdrawal(amount = 100) {
  const player = await givenMember(domain, { rupees: amount });
  const upiId = `steps${(references += 1)}@okbank`;
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: rupees(amount), upiId });
  return { player, id: transaction.id, upiId };
}

async function givenPaid(amount = 100) {
  const asked = await givenWithdrawal(amount);
  const payoutReference = nextReference();
  await approve(asked.id, { payoutReference });
  return { ...asked, payoutReference };
}

/** A line of a statement of an account of its own. */
async function givenLine(amount: number, { text = 'NEFT RETURN', day = '20-11-2026', direction = 'credit' } = {}) {
  const payee = await addUpiPayee(owner.ctx(), {
    upiId: `line${(references += 1)}@bank`,
    reason: 'an account of its own',
  });
  await importInto(payee.id, `${day},${text},,${direction === 'credit' ? `${amount}.00,` : `,${amount}.00`},`);
  const [line] = (await listStatementLines(auditor.ctx(), { payeeId: payee.id }, { limit: 1 })).rows;
  if (line === undefined) throw new Error('the account has no line');
  return { line, payeeId: payee.id };
}

async function importInto(payeeId: bigint, row: string): Promise<void> {
  const content = Buffer.from(`Date,Narration,Ref,In,Out,Balance\n${row}`).toString('base64');
  await importStatement(other.ctx(), {
    payeeId,
    fileName: 'day.csv',
    content,
    bank: 'Demo',
    mapping: statementMapping,
  });
}

async function faults(): Promise<string[]> {
  const results = await auditBooks(domain.as({ kind: 'system' }));
  return results.flatMap((result) => result.faults);
}

const refused = (statement: string, words: string) =>
  expect(database.pool.query(statement), statement).rejects.toThrow(words);

describe('an approved withdrawal', () => {
  it('is being paid: held, shown to its player with a promised time, and not to be cancelled', async () => {
    const { player, id } = await givenWithdrawal();
    const { transaction, proposed } = await approve(id);
    expect(proposed).toBe(false);
    expect(transaction).toMatchObject({
      status: 'approved',
      approvedBy: clerk.userId,
      approvedAt: new Date(domain.clock.now()),
      decidedBy: null,
      decidedAt: null,
      payoutReference: null,
    });
    expect(promisedBy(transaction)).toEqual(new Date(domain.clock.now() + 24 * HOUR));
    expect(await balances(player)).toEqual({ available: 0n, held: rupees(100) });
    expect((await pendingWithdrawals(player.ctx())).map((one) => one.id)).toEqual([id]);
    expect((await titles(player))[0]).toBe('Practice withdrawal approved');
    expect(await refusal(cancelWithdrawal(player.ctx(), { transactionId: id }))).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'This transaction was already approved.',
    });
    expect(await refusalCode(approve(id))).toBe('ALREADY_DECIDED');
    expect(
      await refusalCode(
        decideTransaction(clerk.ctx(), {
          transactionId: id,
          decision: 'DENY',
          denialReason: 'ACCOUNT_INVALID',
          grounds: 'required',
        }),
      ),
    ).toBe('ALREADY_DECIDED');
    expect(await refusalCode(closeAccount(player.ctx(), { password: player.password }))).toBe('ACCOUNT_IN_USE');
    expect(await claimTransaction(other.ctx(), { transactionId: id })).toMatchObject({ adminId: other.userId });
    const ages = await pendingByAge(clerk.ctx());
    expect(ages[0]?.payouts).toEqual({ count: 1, amount: rupees(100) });
    domain.clock.advance(2 * HOUR);
    expect((await pendingByAge(clerk.ctx()))[2]?.payouts).toEqual({ count: 1, amount: rupees(100) });
    await pay(id);
  });

  it('is paid once, by any admin of payments, with the bank’s reference, which belongs to one payout', async () => {
    const { player, id } = await givenWithdrawal();
    expect(await refusalCode(pay(id))).toBe('NOT_APPROVED');
    await approve(id);
    expect(await refusalCode(pay(id, 'AX-1'))).toBe('INVALID_INPUT');
    expect(await refusalCode(pay(id, nextReference(), auditor))).toBe('FORBIDDEN');
    const payoutReference = nextReference();
    const attempts = await Promise.allSettled([pay(id, payoutReference, other), pay(id, nextReference(), clerk)]);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await balances(player)).toEqual({ available: 0n, held: 0n });
    const paid = await lookUp(domain.services, id);
    expect(paid).toMatchObject({ status: 'success', approvedBy: clerk.userId });
    expect(await refusal(pay(id))).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'This transaction was already paid.',
    });

    const second = await givenWithdrawal();
    await approve(second.id);
    const taken = pay(second.id, paid?.payoutReference ?? '');
    expect(await refusal(taken)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'payoutReference' } });
    expect(await statusOf(second.id)).toBe('approved');
    const { rows } = await database.pool.query<{ action: string }>(
      `select action from audit_log where subject = $1 order by id`,
      [(await lookUp(domain.services, id))?.upiId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['transaction:approve', 'transaction:pay']);
    await pay(second.id);
    expect(await faults()).toEqual([]);
  });

  it('waits again where its approval is taken back, and needs a new one', async () => {
    const { player, id } = await givenWithdrawal();
    const idempotencyKey = 'approve-once';
    const first = await approve(id, { idempotencyKey });
    expect(await refusalCode(withdrawApproval(auditor.ctx(), { transactionId: id, reason }))).toBe('FORBIDDEN');
    expect(await refusalCode(withdrawApproval(clerk.ctx(), { transactionId: id, reason: 'no' }))).toBe('INVALID_INPUT');
    const waiting = await withdrawApproval(other.ctx(), { transactionId: id, reason });
    expect(waiting).toMatchObject({ status: 'pending', approvedBy: null, approvedAt: null });
    expect(await refusalCode(withdrawApproval(other.ctx(), { transactionId: id, reason }))).toBe('NOT_APPROVED');
    expect(await balances(player)).toEqual({ available: 0n, held: rupees(100) });
    expect((await titles(player))[0]).toBe('Withdrawal looked at again');
    // The first call again is answered as then, and approves nothing.
    const { decidedAloneAt: _kept, ...answered } = first.transaction;
    expect(await approve(id, { idempotencyKey })).toMatchObject({ ...first, transaction: answered, replayed: true });
    expect(await statusOf(id)).toBe('pending');
    domain.clock.advance(1_000);
    await approve(id);
    expect((await titles(player))[0]).toBe('Practice withdrawal approved');
    await withdrawApproval(clerk.ctx(), { transactionId: id, reason });
    await cancelWithdrawal(player.ctx(), { transactionId: id });
    expect(await balances(player)).toEqual({ available: rupees(100), held: 0n });
    expect(await faults()).toEqual([]);
  });

  it('counts for four eyes until it is taken back, and with a second admin takes no reference yet', async () => {
    await setThreshold(database, owner.ctx(), { kind: 'payout', fromAmount: rupees(1_000), reason });
    const player = await givenMember(domain, { rupees: 2_000 });
    const ask = async (amount: number) =>
      (await requestWithdrawal(player.ctx(), { amount: rupees(amount), upiId: 'twice@okbank' })).transaction.id;
    const [first, second] = [await ask(600), await ask(600)];
    await approve(first);
    expect(await refusal(approve(second, { payoutReference: nextReference() }, other))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'payoutReference' },
    });
    await withdrawApproval(clerk.ctx(), { transactionId: first, reason });
    expect(await approve(second, {}, other)).toMatchObject({ proposed: false });
    expect(await approve(first)).toMatchObject({ proposed: true, transaction: { status: 'pending' } });
    const proposal = (await openProposals(owner.ctx())).find(({ subjectId }) => subjectId === first);
    await confirmProposal(other.ctx(), { proposalId: proposal?.id ?? 0n });
    expect(await statusOf(first)).toBe('approved');
    // A confirmed proposal approves once: taken back, it needs another.
    await withdrawApproval(clerk.ctx(), { transactionId: first, reason });
    const inDatabase = (id: bigint) =>
      `update wallet_transactions set status = 'approved', approved_by = ${other.userId}, approved_at = now() where id = ${id}`;
    await refused(inDatabase(first), 'needs a second admin');
    expect(await approve(first)).toMatchObject({ proposed: true });
    // Nor does one that is confirmed with it, about another withdrawal of the same amount.
    const third = await ask(600);
    const next = (await openProposals(owner.ctx())).find(({ subjectId }) => subjectId === first);
    const confirmed = `update proposals set status = 'confirmed', checker_id = ${other.userId}, decided_at = db_now() where id = ${next?.id}`;
    await refused(`${confirmed}; ${inDatabase(third)}`, 'needs a second admin');
    await setThreshold(database, owner.ctx(), { kind: 'payout', fromAmount: null, reason });
    expect(await faults()).toEqual([]);
  });

  it('may be one of a hundred, each by itself', async () => {
    const [one, two] = [await givenWithdrawal(), await givenWithdrawal()];
    await cancelWithdrawal(two.player.ctx(), { transactionId: two.id });
    const deposit = await givenDeposit(domain, one.player, 10);
    const approvals = await approveWithdrawals(clerk.ctx(), { transactionIds: [one.id, two.id, deposit.id] });
    expect(approvals.map(({ refusal: why }) => why?.code ?? null)).toEqual([null, 'ALREADY_DECIDED', 'INVALID_INPUT']);
    expect(await statusOf(one.id)).toBe('approved');
  });

  it('is paid or denied by the old clients’ call, which knows no step between', async () => {
    const decide = (transactionId: bigint, decision: 'APPROVE' | 'DENY') =>
      decideTransaction(clerk.ctx(), { transactionId, decision, grounds: 'optional', message: 'As asked.' });
    const both = await givenWithdrawal();
    expect((await decide(both.id, 'APPROVE')).transaction).toMatchObject({
      status: 'success',
      approvedBy: clerk.userId,
    });
    const paid = await givenWithdrawal();
    await approve(paid.id);
    expect((await decide(paid.id, 'APPROVE')).transaction).toMatchObject({ status: 'success', payoutReference: null });
    const denied = await givenWithdrawal();
    await approve(denied.id);
    expect((await decide(denied.id, 'DENY')).transaction).toMatchObject({ status: 'failed' });
    expect(await balances(denied.player)).toEqual({ available: rupees(100), held: 0n });
    expect(await faults()).toEqual([]);
  });
});

describe('a payout that the bank sent back', () => {
  it('is returned by the bank’s credit of its amount, for good', async () => {
    const { player, id, payoutReference } = await givenPaid(250);
    const { line, payeeId } = await givenLine(250, { text: `RTN ${payoutReference} ACCOUNT CLOSED` });
    expect(await requestsFor(auditor.ctx(), line)).toMatchObject([
      { transactionId: id, mayMatch: false, mayReturn: true, agreement: { sameReference: true } },
    ]);
    const wrong = await givenLine(249);
    const give = (lineId: bigint, by = clerk) => returnPayout(by.ctx(), { transactionId: id, lineId });
    expect(await refusal(give(wrong.line.id))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'lineId' } });
    expect(await refusalCode(give(line.id, auditor))).toBe('FORBIDDEN');
    const answer = await give(line.id);
    expect(answer).toMatchObject({ proposed: false, transaction: { status: 'returned', returnedBy: clerk.userId } });
    expect(await balances(player)).toEqual({ available: rupees(250), held: 0n });
    expect((await titles(player))[0]).toBe('Withdrawal came back');
    const { rows } = await walletHistory(player.ctx(), { limit: 2 });
    expect(rows).toMatchObject([
      { kind: 'return', payout: { id }, returnedAt: new Date(domain.clock.now()) },
      { kind: 'transaction', transaction: { id } },
    ]);
    expect(await refusalCode(give(line.id))).toBe('ALREADY_DECIDED');
    expect(await lineLocks(auditor.ctx(), [line.id])).toMatchObject([{ creditId: null, returned: true }]);
    expect(await refusalCode(reopenStatementLine(clerk.ctx(), { lineId: line.id }))).toBe('INVALID_INPUT');
    await refused(
      `update statement_lines set state = 'unmatched', transaction_id = null, decided_by = null where id = ${line.id}`,
      'is the return of a payout',
    );
    await refused(`update wallet_transactions set status = 'success' where id = ${id}`, 'is decided already');

    domain.clock.advance(3 * 24 * HOUR);
    await closeStatementDay(clerk.ctx(), { payeeId, day: line.day, reason: undefined });
    const [day] = await listStatementDays(auditor.ctx(), { payeeId });
    expect(day).toMatchObject({ ledgerIn: rupees(250), ledgerOut: 0n, drift: 0n });
    expect(await faults()).toEqual([]);
  });

  it('counts on the day of each of its lines, whichever comes first', async () => {
    const { id, payoutReference } = await givenPaid(75);
    const { line, payeeId } = await givenLine(75, { day: '18-11-2026' });
    await returnPayout(clerk.ctx(), { transactionId: id, lineId: line.id });
    await importInto(payeeId, `19-11-2026,NEFT OUT,${payoutReference},,75.00,`);
    const { rows } = await listStatementLines(auditor.ctx(), { payeeId }, { limit: 5 });
    expect(rows.map(({ direction, state, transactionId }) => [direction, state, transactionId])).toEqual([
      ['credit', 'matched', id],
      ['debit', 'matched', id],
    ]);
    for (const day of ['2026-11-18', '2026-11-19']) {
      await closeStatementDay(clerk.ctx(), { payeeId, day, reason: undefined });
    }
    expect(await listStatementDays(auditor.ctx(), { payeeId })).toMatchObject([
      { ledgerIn: 0n, ledgerOut: rupees(75), drift: 0n },
      { ledgerIn: rupees(75), ledgerOut: 0n, drift: 0n },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('needs another admin where no line shows it, whatever the amount', async () => {
    const { player, id } = await givenPaid(1);
    const propose = (by = clerk, why: string | undefined = reason) =>
      returnPayout(by.ctx(), { transactionId: id, reason: why });
    expect(await refusalCode(propose(clerk, 'no'))).toBe('INVALID_INPUT');
    expect(await propose()).toMatchObject({ proposed: true, transaction: { status: 'success' } });
    expect(await refusalCode(propose(other))).toBe('ALREADY_PROPOSED');
    const [proposal] = (await openProposals(owner.ctx())).filter(({ kind }) => kind === 'payout_return');
    const proposalId = proposal?.id ?? 0n;
    expect(await refusalCode(confirmProposal(clerk.ctx(), { proposalId }))).toBe('OWN_PROPOSAL');
    await confirmProposal(other.ctx(), { proposalId });
    expect(await statusOf(id)).toBe('returned');
    expect(await balances(player)).toEqual({ available: rupees(1), held: 0n });
    expect(await faults()).toEqual([]);
  });

  it('ends its proposal where a line comes first', async () => {
    const { id } = await givenPaid(33);
    await returnPayout(clerk.ctx(), { transactionId: id, reason });
    const [proposal] = (await openProposals(owner.ctx())).filter(({ subjectId }) => subjectId === id);
    const { line } = await givenLine(33);
    await returnPayout(clerk.ctx(), { transactionId: id, lineId: line.id });
    expect(await refusalCode(confirmProposal(other.ctx(), { proposalId: proposal?.id ?? 0n }))).toBe('ALREADY_DECIDED');
  });

  it('is none that isn’t paid, no deposit, and none of a closed account', async () => {
    const { id } = await givenWithdrawal();
    const give = (transactionId: bigint) => returnPayout(clerk.ctx(), { transactionId, reason });
    expect(await refusalCode(give(id))).toBe('NOT_PAID');
    await approve(id);
    expect(await refusalCode(give(id))).toBe('NOT_PAID');
    const gone = await givenPaid();
    await closeAccount(gone.player.ctx(), { password: gone.player.password });
    expect(await refusal(give(gone.id))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'transactionId' } });
    const returned = `status = 'returned', returned_by = ${clerk.userId}, returned_at = now()`;
    await refused(`update wallet_transactions set ${returned} where id = ${gone.id}`, 'the account is closed');
    const deposit = await givenDeposit(domain, await givenMember(domain), 10);
    expect(await refusalCode(give(deposit.id))).toBe('INVALID_INPUT');
    expect(await refusalCode(give(0n))).toBe('NOT_FOUND');
  });

  it('stands apart in the figures: paid out, and come back', async () => {
    domain.clock.advance(1_000);
    const from = new Date(domain.clock.now());
    const { id } = await givenPaid(40);
    const { line } = await givenLine(40);
    await returnPayout(clerk.ctx(), { transactionId: id, lineId: line.id });
    domain.clock.advance(1_000);
    expect(await moneyFigures(owner.ctx(), { from, to: new Date(domain.clock.now()) })).toMatchObject({
      withdrawals: { count: 1, amount: rupees(40) },
      returnedPayouts: { count: 1, amount: rupees(40) },
    });
  });
});

describe('the database', () => {
  it('takes each step from where it begins, by who is named for it', async () => {
    const { id, upiId } = await givenWithdrawal();
    const audit = `insert into audit_log (actor_id, action, subject_type, subject, at)
                   values (${clerk.userId}, 'transaction:approve', 'transaction', '${upiId}', now())`;
    const set = (values: string) => `update wallet_transactions set ${values} where id = ${id}; ${audit}`;
    const approved = `status = 'approved', approved_by = ${clerk.userId}, approved_at = now()`;
    await refused(set(`status = 'approved'`), 'names who approved it');
    await refused(set(`${approved}, payout_reference = 'AXIS4242'`), 'pays nothing out');
    await refused(set(`${approved}, decided_by = ${clerk.userId}, decided_at = now()`), 'must be decided by an admin');
    await refused(set(`status = 'returned', returned_by = ${clerk.userId}, returned_at = now()`), 'is decided already');
    await refused(
      set(
        `status = 'failed', decided_by = ${clerk.userId}, decided_at = now(), approved_by = ${clerk.userId}, approved_at = now()`,
      ),
      'names who approved it',
    );
    await refused(`update wallet_transactions set ${approved} where id = ${id}`, 'needs its row in the audit log');
    await database.pool.query(set(approved));
    await refused(set(`status = 'cancelled', decided_at = now()`), 'is decided already');
    await refused(set(`approved_by = ${other.userId}`), 'is decided already');
    const paid = `status = 'success', decided_by = ${clerk.userId}, decided_at = now()`;
    await refused(set(`${paid}, approved_by = ${other.userId}`), 'names who approved it');
    await refused(set(paid), 'is not what its state says');
    const deposit = await givenDeposit(domain, await givenMember(domain), 10);
    const asPayout = `update wallet_transactions set ${approved} where id = ${deposit.id}`;
    await refused(asPayout, 'is decided already');
  });

  it('takes a return that a line or two admins show, with its money, and changes nothing else of the payout', async () => {
    const { id, upiId, player } = await givenPaid(60);
    const { line } = await givenLine(60);
    const audit = (type = 'transaction', subject = upiId) =>
      `insert into audit_log (actor_id, action, subject_type, subject, at)
       values (${clerk.userId}, 'transaction:return', '${type}', '${subject}', now())`;
    const returned = (more = '') =>
      `update wallet_transactions set status = 'returned', returned_by = ${clerk.userId}, returned_at = now()${more} where id = ${id}; ${audit()}`;
    const moved = `select move_for_transaction(${id}, 'withdrawal_returned', now())`;
    await refused(moved, 'is not what its state says');
    await refused(returned(), 'is not what its state says');
    await refused(`${returned()}; ${moved}`, 'nothing shows that payout');
    await refused(returned(`, message = 'Changed.'`), 'only its return is written');
    await refused(
      `update statement_lines set state = 'matched', transaction_id = ${id}, decided_by = ${clerk.userId} where id = ${line.id}`,
      'is not paid by line',
    );
    expect(await balances(player)).toEqual({ available: 0n, held: 0n });
  });
});
