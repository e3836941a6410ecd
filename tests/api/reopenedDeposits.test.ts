import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { confirmStatementLines, matchStatementLine } from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { reopenable, reopenDeposit } from '../../server/domain/statements/reopenDeposit.ts';
import { listStatementLines } from '../../server/domain/statements/statementLines.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { decideTransaction, type TransactionDecision } from '../../server/domain/wallet/decideTransaction.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { setThreshold } from '../support/thresholds.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';

const reason = 'The payment is in the statement.';
const rupees = (amount: number) => paise(BigInt(Math.round(amount * 100)));

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
let importer: Member;
let auditor: Member;
let support: Member;
let accounts = 0;
let references = 640_187_320_000;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  importer = await givenOtherAdmin(domain, undefined, ['FINANCE']);
  auditor = await givenOtherAdmin(domain, undefined, ['AUDITOR']);
  support = await givenOtherAdmin(domain, undefined, ['SUPPORT']);
});
afterAll(() => database.close());

/** A pending deposit to an account of its own. */
async function givenRequest(amount: number, player?: Member) {
  accounts += 1;
  references += 1;
  const [reference, depositor] = [String(references), player ?? (await givenMember(domain))];
  const payee = await addUpiPayee(admin.ctx(), { upiId: `lost${accounts}@bank`, reason: 'an account of its own' });
  const request = { amount: rupees(amount), reference, payee: { payeeId: payee.id } };
  const { transaction } = await requestDeposit(depositor.ctx(), request);
  return { player: depositor, reference, payeeId: payee.id, id: transaction.id, request };
}

/** A denied one. */
async function givenDenied(amount: number, player?: Member) {
  const asked = await givenRequest(amount, player);
  await decide(asked.id, { decision: 'DENY', denialReason: 'NOT_RECEIVED', message: 'Ask your bank.' });
  return asked;
}

const decide = (transactionId: bigint, decision: Omit<TransactionDecision, 'transactionId'>, by = admin) =>
  decideTransaction(by.ctx(), { transactionId, ...decision });
const reopen = (transactionId: bigint, by = admin) => reopenDeposit(by.ctx(), { transactionId, reason });

async function importLine(payeeId: bigint, reference: string, amount: number, by = importer): Promise<void> {
  const content = Buffer.from(
    `Date,Narration,Ref,In,Out,Balance\n20-11-2026,UPI CREDIT ${reference},${reference},${amount.toFixed(2)},,`,
  ).toString('base64');
  const file = { payeeId, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
  await importStatement(by.ctx(), file);
}

const linesOf = async (payeeId: bigint) => (await listStatementLines(auditor.ctx(), { payeeId }, { limit: 10 })).rows;
const available = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId)?.available;
const news = async ({ ctx }: Member) =>
  (await listNotifications(ctx(), { limit: 20 })).rows.map(({ title, body }) => `${title}: ${body}`);

async function history(reference: string) {
  const { rows } = await database.pool.query<{ action: string; before: string; after: string; reason: string | null }>(
    `select action, before, after, reason from audit_log where subject_type = 'transaction' and subject = $1 order by id`,
    [reference],
  );
  return rows.map(({ action, before, after, reason: why }) => ({
    action,
    before: JSON.parse(before) as Record<string, unknown>,
    after: JSON.parse(after) as Record<string, unknown>,
    why,
  }));
}

async function faults(): Promise<string[]> {
  const results = await auditBooks(domain.as({ kind: 'system' }));
  return results.flatMap((result) => result.faults);
}

async function refusedByDatabase(statement: ReturnType<typeof sql>, words: string): Promise<void> {
  const failing = { cause: { message: expect.stringContaining(words) as string } };
  await expect(domain.owner.execute(statement)).rejects.toMatchObject(failing);
}

describe('a denied deposit', () => {
  it('waits again for a reason, matches its line at once, and its history replays from the audit log', async () => {
    const { player, reference, payeeId, id } = await givenDenied(1000);
    await importLine(payeeId, reference, 1000);
    expect(await linesOf(payeeId)).toMatchObject([{ state: 'unmatched' }]);
    expect(await reopenable(auditor.ctx(), [id])).toEqual([true]);

    expect(await reopen(id)).toMatchObject({ status: 'pending', decidedBy: null, message: null, denialReason: null });
    expect(await reopenable(auditor.ctx(), [id])).toEqual([false]);
    expect(await linesOf(payeeId)).toMatchObject([{ state: 'matched', transactionId: id }]);
    expect(await news(player)).toContainEqual(
      'Deposit looked at again: Your deposit of ₹1,000 was denied before. It is looked at again, and waits for a decision.',
    );
    expect(await available(player)).toBe(0n);
    expect(await refusal(reopen(id))).toMatchObject({ code: 'INVALID_INPUT' });

    await decide(id, { decision: 'APPROVE' });
    expect(await available(player)).toBe(rupees(1000));
    expect(await news(player)).toContainEqual('Deposit approved: ₹1,000 has been added to your wallet.');
    expect(await history(reference)).toMatchObject([
      { action: 'transaction:deny', before: { status: 'pending' }, after: { status: 'failed' } },
      {
        action: 'transaction:reopen',
        before: { status: 'failed', denialReason: 'NOT_RECEIVED', message: 'Ask your bank.' },
        after: { status: 'pending' },
        why: reason,
      },
      { action: 'transaction:approve', before: { status: 'pending' }, after: { status: 'success' } },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('may be denied and reopened again, each step once in the books', async () => {
    const { id, reference } = await givenDenied(50);
    await reopen(id);
    await decide(id, { decision: 'DENY', denialReason: 'NOT_RECEIVED' });
    domain.clock.advance(1000);
    await reopen(id);
    await decide(id, { decision: 'DENY', denialReason: 'NOT_RECEIVED' });
    expect((await history(reference)).map(({ action }) => action)).toEqual([
      'transaction:deny',
      'transaction:reopen',
      'transaction:deny',
      'transaction:reopen',
      'transaction:deny',
    ]);
    expect(await faults()).toEqual([]);
  });

  it('still answers the key of its denial with the denial', async () => {
    const { id } = await givenRequest(60);
    const denial = {
      decision: 'DENY',
      denialReason: 'NOT_RECEIVED',
      message: 'No.',
      idempotencyKey: randomUUID(),
    } as const;
    const { transaction } = await decide(id, denial);
    await reopen(id);
    expect(await decide(id, denial)).toEqual({ transaction, proposed: false, replayed: true });
  });

  it('is reopened by admins of payments alone, with a reason', async () => {
    const { id } = await givenDenied(70);
    expect(await refusalCode(reopen(id, support))).toBe('FORBIDDEN');
    expect(await refusalCode(reopen(id, auditor))).toBe('FORBIDDEN');
    const short = reopenDeposit(admin.ctx(), { transactionId: id, reason: 'short' });
    expect(await refusal(short)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'reason' } });
    expect(await refusalCode(reopen(10n ** 12n))).toBe('NOT_FOUND');
  });

  it('stays denied while another request holds its reference, or a payout', async () => {
    const denied = await givenDenied(80);
    const { transaction: again } = await requestDeposit(denied.player.ctx(), denied.request);
    expect(await reopenable(auditor.ctx(), [denied.id, again.id])).toEqual([false, false]);
    expect(await refusal(reopen(denied.id))).toMatchObject({ code: 'REFERENCE_TAKEN' });
    await decide(again.id, { decision: 'APPROVE' });
    expect(await refusalCode(reopen(denied.id))).toBe('REFERENCE_TAKEN');

    const other = await givenDenied(90, denied.player);
    const { transaction: withdrawal } = await requestWithdrawal(denied.player.ctx(), {
      amount: rupees(80),
      upiId: 'asha@okbank',
    });
    await decide(withdrawal.id, { decision: 'APPROVE', payoutReference: other.reference });
    expect(await refusalCode(reopen(other.id))).toBe('REFERENCE_TAKEN');
    expect(await refusalCode(reopen(withdrawal.id))).toBe('INVALID_INPUT');
  });

  it('of a closed account stays denied', async () => {
    const { id, player } = await givenDenied(90);
    await closeAccount(player.ctx(), { password: player.password });
    expect(await reopenable(auditor.ctx(), [id])).toEqual([false]);
    expect(await refusal(reopen(id))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The player’s account is closed.',
    });
    await refusedByDatabase(
      sql`update wallet_transactions set status = 'pending', decided_by = null, decided_at = null, denial_reason = null,
            message = null, reopened_at = now() where id = ${id}`,
      'the account is closed',
    );
  });

  it('does not count among the ten that may wait', async () => {
    const { player, id } = await givenDenied(10);
    for (let count = 0; count < 10; count += 1) await givenRequest(10, player);
    await reopen(id);
    expect(await refusalCode(givenRequest(10, player))).toBe('TOO_MANY_OPEN');
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from wallet_transactions where player_id = $1 and status = 'pending' and reopened_at is null limit 1`,
      [player.userId],
    );
    await decide(BigInt(rows[0]?.id ?? 0), { decision: 'DENY', denialReason: 'NOT_RECEIVED' });
    expect((await givenRequest(10, player)).id).toBeGreaterThan(0n);
  });

  it('is refused by the database in any other way', async () => {
    const { id, reference, player, request } = await givenDenied(100);
    const back = sql`status = 'pending', decided_by = null, decided_at = null, denial_reason = null, message = null`;
    await refusedByDatabase(
      sql`update wallet_transactions set ${back} where id = ${id}`,
      'waits again as it was asked for',
    );
    await refusedByDatabase(
      sql`update wallet_transactions set ${back}, reopened_at = now(), amount = 900000 where id = ${id}`,
      'what transaction',
    );
    await refusedByDatabase(
      sql`update wallet_transactions set status = 'success', reopened_at = now() where id = ${id}`,
      'is decided already',
    );
    await refusedByDatabase(
      sql`update wallet_transactions set ${back}, reopened_at = now() where id = ${id}`,
      'needs its row in the audit log',
    );
    await requestDeposit(player.ctx(), request);
    await refusedByDatabase(
      sql`update wallet_transactions set ${back}, reopened_at = now() where id = ${id}`,
      'another request has the reference',
    );
    const { id: waiting } = await givenRequest(30);
    await refusedByDatabase(
      sql`update wallet_transactions set reopened_at = now() where id = ${waiting}`,
      'was not reopened',
    );
    expect((await history(reference)).length).toBe(1);
  });
});

describe('a deposit of which another amount arrived', () => {
  it('is proposed for the line with its reference, and credits exactly what the line has', async () => {
    const { player, reference, payeeId, id } = await givenRequest(10_000);
    await importLine(payeeId, reference, 10_100);
    const [line] = await linesOf(payeeId);
    expect(line).toMatchObject({ state: 'proposed', transactionId: id });
    await confirmStatementLines(admin.ctx(), { lineIds: [line?.id ?? 0n] });

    const plain = refusal(decide(id, { decision: 'APPROVE' }));
    expect(await plain).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'amount' } });
    expect((await plain).message).toBe('The statement has ₹10100.00 for this deposit: approve that amount.');
    expect(await refusalCode(decide(id, { decision: 'APPROVE', amount: rupees(10_099) }))).toBe('INVALID_INPUT');

    const { transaction } = await decide(id, { decision: 'APPROVE', amount: rupees(10_100) });
    expect(transaction).toMatchObject({ amount: rupees(10_100), requestedAmount: rupees(10_000), status: 'success' });
    expect(await available(player)).toBe(rupees(10_100));
    expect(await news(player)).toContainEqual(
      'Deposit approved: ₹10,100 has been added to your wallet. Your request was for ₹10,000.',
    );
    expect(await history(reference)).toMatchObject([
      { before: { amount: '10000.00' }, after: { amount: '10100.00', requestedAmount: '10000.00', status: 'success' } },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('is credited with less for words to its player, and never with more, where no line has it', async () => {
    const { player, id } = await givenRequest(500);
    const less = { decision: 'APPROVE', amount: rupees(490.5) } as const;
    expect(await refusal(decide(id, less))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'message' } });
    const more = decide(id, { decision: 'APPROVE', amount: rupees(501), message: 'More came.' });
    expect(await refusal(more)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'amount' } });
    const denial = decide(id, { decision: 'DENY', denialReason: 'NOT_RECEIVED', amount: rupees(490.5) });
    expect(await refusal(denial)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'amount' } });
    await decide(id, { ...less, message: 'The bank kept a fee.' });
    expect(await available(player)).toBe(rupees(490.5));
    expect(await news(player)).toContainEqual(
      'Deposit approved: ₹490.50 has been added to your wallet. Your request was for ₹500. Message: The bank kept a fee.',
    );
    expect(await faults()).toEqual([]);
  });

  it('counts by what is credited for a second admin, who confirms that amount', async () => {
    await setThreshold(database, admin.ctx(), { kind: 'deposit', fromAmount: rupees(2000), reason });
    const { player, reference, payeeId, id } = await givenRequest(1990);
    await importLine(payeeId, reference, 2010, admin);
    await confirmStatementLines(admin.ctx(), { lineIds: (await linesOf(payeeId)).map((line) => line.id) });
    const approval = { decision: 'APPROVE', amount: rupees(2010) } as const;
    expect(await decide(id, approval)).toMatchObject({ proposed: true, transaction: { amount: rupees(1990) } });
    const proposal = (await openProposals(admin.ctx())).find(({ subject }) => subject === reference);
    expect(proposal).toMatchObject({ amount: rupees(2010) });
    await confirmProposal(importer.ctx(), { proposalId: proposal?.id ?? 0n });
    expect(await available(player)).toBe(rupees(2010));

    // A line that another admin imported covers exactly its amount.
    const covered = await givenRequest(1990);
    await importLine(covered.payeeId, covered.reference, 2500);
    await confirmStatementLines(admin.ctx(), { lineIds: (await linesOf(covered.payeeId)).map((line) => line.id) });
    expect(await decide(covered.id, { decision: 'APPROVE', amount: rupees(2500) })).toMatchObject({ proposed: false });
    await setThreshold(database, admin.ctx(), { kind: 'deposit', fromAmount: null, reason });
    expect(await faults()).toEqual([]);
  });

  it('is matched by hand where the line has its reference, and with no other amount else', async () => {
    const { reference, payeeId, id } = await givenRequest(300);
    const other = await givenRequest(400);
    await importLine(payeeId, reference, 310);
    const [line] = await linesOf(payeeId);
    const match = (transactionId: bigint) => matchStatementLine(admin.ctx(), { lineId: line?.id ?? 0n, transactionId });
    expect(await refusalCode(match(other.id))).toBe('INVALID_INPUT');
    expect(await match(id)).toMatchObject([{ state: 'matched', transactionId: id }]);
    expect(await faults()).toEqual([]);
    await refusedByDatabase(
      sql`update statement_lines set state = 'matched', transaction_id = ${other.id} where id = ${line?.id}`,
      'is not paid by line',
    );
  });

  it('is refused by the database with any amount that nothing shows', async () => {
    const { reference, payeeId, id } = await givenRequest(200);
    const approved = (amount: number) =>
      sql`update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = now(),
            requested_amount = 20000, amount = ${amount}`;
    await refusedByDatabase(
      sql`${approved(21_000)}, message = 'More.' where id = ${id}`,
      'has no line for another amount',
    );
    await refusedByDatabase(sql`${approved(19_000)} where id = ${id}`, 'has no line for another amount');
    await refusedByDatabase(
      sql`update wallet_transactions set amount = 19000, requested_amount = 20000 where id = ${id}`,
      'wallet_transactions_requested_amount',
    );
    await importLine(payeeId, reference, 210);
    await confirmStatementLines(admin.ctx(), { lineIds: (await linesOf(payeeId)).map((line) => line.id) });
    await refusedByDatabase(sql`${approved(19_000)}, message = 'Less.' where id = ${id}`, 'credits what its line has');
    await refusedByDatabase(
      sql`update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = now() where id = ${id}`,
      'credits what its line has',
    );
  });
});
