import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import {
  matchStatementLine,
  reopenStatementLine,
  setAsideStatementLines,
} from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { creditStatementLine } from '../../server/domain/statements/lineCredit.ts';
import { lineLocks } from '../../server/domain/statements/lineLocks.ts';
import { payerMarks, possiblePlayers } from '../../server/domain/statements/linePlayers.ts';
import {
  agreementsOf,
  linesWithReference,
  requestsFor,
  requestsWithReference,
} from '../../server/domain/statements/lineRequests.ts';
import { matchStatements } from '../../server/domain/statements/matchLines.ts';
import { listStatementLines } from '../../server/domain/statements/statementLines.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { addUpiPayee } from '../support/world/payees.ts';

const reason = 'The player showed the receipt.';
const rupees = (amount: number) => paise(BigInt(amount) * 100n);

let database: TestDatabase;
let domain: TestDomain;
let maker: Member;
let checker: Member;
let auditor: Member;
let accounts = 0;
let references = 540_187_320_000;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  maker = await givenPrimaryAdmin(domain);
  checker = await givenOtherAdmin(domain, undefined, ['FINANCE']);
  auditor = await givenOtherAdmin(domain, undefined, ['AUDITOR']);
});
afterAll(() => database.close());

/** A line of an account of its own, without a request. */
async function givenLine(amount: number, { text = 'UPI CREDIT', direction = 'credit', ref = true } = {}) {
  accounts += 1;
  references += 1;
  const reference = ref ? String(references) : '';
  const payee = await addUpiPayee(maker.ctx(), { upiId: `line${accounts}@bank`, reason: 'an account of its own' });
  const money = direction === 'credit' ? `${amount}.00,` : `,${amount}.00`;
  const content = Buffer.from(`Date,Narration,Ref,In,Out,Balance\n20-11-2026,${text},${reference},${money},`).toString(
    'base64',
  );
  const file = { payeeId: payee.id, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
  await importStatement(checker.ctx(), file);
  return { line: await onlyLine(payee.id), payeeId: payee.id, reference };
}

async function onlyLine(payeeId: bigint) {
  const [line] = (await listStatementLines(auditor.ctx(), { payeeId }, { limit: 1 })).rows;
  if (line === undefined) throw new Error('the account has no line');
  return line;
}

const credit = (lineId: bigint, { userId }: Member, by = maker) =>
  creditStatementLine(by.ctx(), { lineId, playerId: userId, reason, message: 'Found it.' });
const available = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId)?.available;

async function faults(): Promise<string[]> {
  const results = await auditBooks(domain.as({ kind: 'system' }));
  return results.flatMap((result) => result.faults);
}

async function refusedByDatabase(statement: ReturnType<typeof sql>, words: string): Promise<void> {
  const failing = { cause: { message: expect.stringContaining(words) as string } };
  await expect(domain.owner.execute(statement)).rejects.toMatchObject(failing);
}

describe('a line without a request', () => {
  it('is credited to a player once another admin confirms, with no threshold set', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenLine(1200);
    const proposal = await credit(line.id, player);
    expect(proposal).toMatchObject({ kind: 'line_credit', amount: rupees(1200), status: 'open' });
    expect(await available(player)).toBe(0n);
    expect((await listTransactions(auditor.ctx(), { playerId: player.userId }, { limit: 5 })).rows).toEqual([]);
    expect(await refusalCode(confirmProposal(maker.ctx(), { proposalId: proposal.id }))).toBe('OWN_PROPOSAL');

    await confirmProposal(checker.ctx(), { proposalId: proposal.id });
    expect(await available(player)).toBe(rupees(1200));
    const { rows } = await listTransactions(auditor.ctx(), { playerId: player.userId }, { limit: 5 });
    expect(rows).toMatchObject([
      { status: 'success', amount: rupees(1200), reference, decidedBy: checker.userId, proposedBy: maker.userId },
    ]);
    expect(await onlyLine(payeeId)).toMatchObject({ state: 'matched', transactionId: rows[0]?.id });
    const news = await listNotifications(player.ctx(), { limit: 1 });
    expect(news.rows[0]?.body).toBe('₹1,200 has been added to your wallet. Message: Found it.');
    expect(await faults()).toEqual([]);
  });

  it('is credited without a reference of its own too, and stays with its player', async () => {
    const player = await givenMember(domain);
    const { line, payeeId } = await givenLine(300, { text: 'CASH DEPOSIT BY RAVI', ref: false });
    expect(await lineLocks(maker.ctx(), [line.id])).toMatchObject([{ dayClosed: false, creditId: null }]);
    await confirmProposal(checker.ctx(), { proposalId: (await credit(line.id, player)).id });
    expect(await available(player)).toBe(rupees(300));
    expect(await lineLocks(maker.ctx(), [line.id])).toMatchObject([
      { dayClosed: false, creditId: expect.any(BigInt) as bigint },
    ]);
    expect(await refusal(reopenStatementLine(maker.ctx(), { lineId: line.id }))).toMatchObject({
      message: 'This line was credited to a player.',
    });
    expect(await refusalCode(credit(line.id, await givenMember(domain)))).toBe('INVALID_INPUT');
    await refusedByDatabase(
      sql`update statement_lines set state = 'unmatched', transaction_id = null where payee_id = ${payeeId}`,
      'was credited',
    );
    expect(await faults()).toEqual([]);
  });

  it('credits none of its references again', async () => {
    const player = await givenMember(domain);
    references += 2;
    const [one, two] = [String(references - 1), String(references)];
    const { line, payeeId } = await givenLine(400, { text: `UPI ${one} ${two}`, ref: false });
    await confirmProposal(checker.ctx(), { proposalId: (await credit(line.id, player)).id });
    for (const reference of [one, two]) {
      const request = { amount: rupees(400), reference, payee: { payeeId } };
      const { transaction } = await requestDeposit(player.ctx(), request);
      const approval = decideTransaction(maker.ctx(), { transactionId: transaction.id, decision: 'APPROVE' });
      expect(await refusalCode(approval)).toBe('REFERENCE_TAKEN');
    }
  });

  it('is not credited while a request has its reference, to nobody, or from a line that is decided or went out', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenLine(500);
    const elsewhere = await addUpiPayee(maker.ctx(), { upiId: 'elsewhere@bank', reason: 'an account of its own' });
    const request = { amount: rupees(500), reference, payee: { payeeId: elsewhere.id } };
    const { transaction } = await requestDeposit(player.ctx(), request);
    expect(await refusalCode(credit(line.id, player))).toBe('REFERENCE_TAKEN');
    await decideTransaction(maker.ctx(), { transactionId: transaction.id, decision: 'DENY', message: 'Not here.' });
    expect(await refusalCode(credit(line.id, auditor))).toBe('NOT_FOUND');
    expect(await refusalCode(credit(10n ** 12n, player))).toBe('NOT_FOUND');
    expect(await refusalCode(credit(line.id, player, auditor))).toBe('FORBIDDEN');
    const short = creditStatementLine(maker.ctx(), { lineId: line.id, playerId: player.userId, reason: 'short' });
    expect(await refusal(short)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'reason' } });
    const closed = await givenMember(domain);
    await closeAccount(closed.ctx(), { password: closed.password });
    expect(await refusal(credit(line.id, closed))).toMatchObject({ message: 'The player’s account is closed.' });
    const out = await givenLine(500, { direction: 'debit' });
    expect(await refusal(credit(out.line.id, player))).toMatchObject({
      message: 'Only money that came in can be credited.',
    });
    await setAsideStatementLines(maker.ctx(), { lineIds: [line.id], kind: 'charge', reason: 'not ours' });
    expect(await refusalCode(credit(line.id, player))).toBe('INVALID_INPUT');
    expect(await onlyLine(payeeId)).toMatchObject({ state: 'set_aside' });
  });

  it('is held by its proposal until that ends, and by a request that comes meanwhile it is matched', async () => {
    const [player, other] = [await givenMember(domain), await givenMember(domain)];
    const { line, payeeId, reference } = await givenLine(600);
    const { id: proposalId } = await credit(line.id, player);
    expect(await refusalCode(credit(line.id, other, checker))).toBe('ALREADY_PROPOSED');
    const aside = setAsideStatementLines(checker.ctx(), { lineIds: [line.id], kind: 'charge', reason: 'not ours' });
    expect(await refusalCode(aside)).toBe('ALREADY_PROPOSED');
    await declineProposal(checker.ctx(), { proposalId, reason: 'It is not theirs.' });
    const again = await credit(line.id, player);

    await requestDeposit(other.ctx(), { amount: rupees(600), reference, payee: { payeeId } });
    await matchStatements(checker.ctx(), { payeeId });
    expect(await onlyLine(payeeId)).toMatchObject({ state: 'matched' });
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: again.id }))).toBe('PROPOSAL_ENDED');
    expect(await available(player)).toBe(0n);
    expect(await faults()).toEqual([]);
  });

  it('is credited by the database as two admins agreed alone', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenLine(700);
    const deposit = (amount: bigint, status = 'pending') => sql`
      with made as (
        insert into wallet_transactions (player_id, transaction_type, channel, status, amount, reference, payee_id, credited_line_id,
                                         created_at, updated_at)
        values (${player.userId}, 'credit', 'upi', ${status}, ${amount}, ${reference}, ${payeeId}, ${line.id}, now(), now())
        returning id)
      select id from made`;
    await refusedByDatabase(deposit(rupees(701)), 'is not free for this deposit');
    await refusedByDatabase(deposit(rupees(700)), 'is not what its state says');
    await refusedByDatabase(
      sql`do ${sql.raw(`$$
        declare v_id bigint;
        begin
          insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, credited_line_id,
                                           created_at, updated_at)
          values (${player.userId}, 'credit', 'upi', 70000, '${reference}', ${payeeId}, ${line.id}, now(), now()) returning id into v_id;
          update statement_lines set state = 'matched', transaction_id = v_id where id = ${line.id};
          update wallet_transactions set status = 'success', decided_by = ${maker.userId}, decided_at = now() where id = v_id;
        end $$`)}`,
      'needs a second admin',
    );
    expect(await available(player)).toBe(0n);
  });

  it('is matched by hand as before', async () => {
    const player = await givenMember(domain);
    const { line, payeeId } = await givenLine(800);
    const request = { amount: rupees(800), reference: 'TYPED WRONGLY 1', payee: { payeeId } };
    const { transaction } = await requestDeposit(player.ctx(), request);
    await matchStatementLine(maker.ctx(), { lineId: line.id, transactionId: transaction.id });
    expect(await reopenStatementLine(maker.ctx(), { lineId: line.id })).toMatchObject([{ state: 'unmatched' }]);
  });
});

describe('a search', () => {
  const found = async (search: string, by = auditor) =>
    (await listStatementLines(by.ctx(), { search }, { limit: 10 })).rows.map(({ id }) => id);

  it('finds lines of every account and state by words, digits, amount and day, the newest first', async () => {
    const one = await givenLine(7311, { text: 'UPI/CR/KAVERI NAIR/7729' });
    const two = await givenLine(7311, { text: 'IMPS KAVERI IYER 50 %' });
    await setAsideStatementLines(maker.ctx(), { lineIds: [one.line.id], kind: 'charge', reason: 'not ours' });
    expect(await found('kaveri')).toEqual([two.line.id, one.line.id]);
    expect(await found('7,311')).toEqual([two.line.id, one.line.id]);
    expect(await found('₹7311.00 nair')).toEqual([one.line.id]);
    expect(await found(`UTR 0${one.reference}`)).toEqual([one.line.id]);
    expect(await found(one.reference.slice(-5))).toEqual([one.line.id]);
    expect(await found('20-11-26 kaveri')).toEqual([two.line.id, one.line.id]);
    expect(await found('21-11-26 kaveri')).toEqual([]);
    expect(await found('50 %')).toEqual([two.line.id]);
    expect(await found('kaveri nobody')).toEqual([]);
    expect(await found('k')).toEqual([]);
    expect(await refusalCode(found('kaveri', await givenMember(domain)))).toBe('FORBIDDEN');
  });

  it('goes on page by page', async () => {
    const lines = [await givenLine(7411), await givenLine(7411), await givenLine(7411)];
    const first = await listStatementLines(auditor.ctx(), { search: '7411' }, { limit: 2 });
    expect(first).toMatchObject({ hasNext: true, rows: [{ id: lines[2]?.line.id }, { id: lines[1]?.line.id }] });
    const after = first.rows[1]?.id;
    const second = await listStatementLines(auditor.ctx(), { search: '7411' }, { limit: 2, after });
    expect(second).toMatchObject({ hasNext: false, rows: [{ id: lines[0]?.line.id }] });
  });
});

describe('a line and the requests that share a reference with it', () => {
  const deposit = async (payeeId: bigint, amount: number, reference: string, player?: Member) => {
    const by = player ?? (await givenMember(domain));
    const request = { amount: rupees(amount), reference, payee: { payeeId } };
    return (await requestDeposit(by.ctx(), request)).transaction;
  };

  it('meet whatever the states, amounts and accounts are', async () => {
    const { line, payeeId, reference } = await givenLine(1000);
    const elsewhere = await givenLine(10);
    const denied = await deposit(payeeId, 900, `UTR ${reference}`);
    await decideTransaction(maker.ctx(), { transactionId: denied.id, decision: 'DENY', message: 'Not here.' });
    const waiting = await deposit(elsewhere.payeeId, 1000, reference);
    const byAmount = await deposit(payeeId, 1000, 'OTHER 4711');
    expect(await requestsWithReference(auditor.ctx(), [elsewhere.line.id, line.id])).toEqual([
      [],
      [waiting.id, denied.id],
    ]);
    expect(await linesWithReference(auditor.ctx(), [denied.id, byAmount.id])).toEqual([[line.id], []]);
    expect(await linesWithReference((await givenMember(domain)).ctx(), [denied.id])).toEqual([[]]);

    const found = await requestsFor(auditor.ctx(), line);
    expect(found.map(({ transactionId, mayMatch }) => [transactionId, mayMatch])).toEqual([
      [waiting.id, false],
      [denied.id, false],
      [byAmount.id, true],
    ]);
    expect(found.map(({ agreement }) => [agreement.sameReference, agreement.amountDifference])).toEqual([
      [true, 0n],
      [true, rupees(100)],
      [false, 0n],
    ]);

    await setAsideStatementLines(maker.ctx(), { lineIds: [line.id], kind: 'charge', reason: 'nobody asked' });
    expect(await linesWithReference(auditor.ctx(), [denied.id])).toEqual([[line.id]]);
    expect((await requestsFor(auditor.ctx(), await onlyLine(payeeId))).map(({ mayMatch }) => mayMatch)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('says of what is proposed what agrees', async () => {
    const { line, payeeId, reference } = await givenLine(1000, { text: 'UPI CREDIT ASHA RAO' });
    const typo = `${reference.slice(0, -1)}x`;
    await deposit(payeeId, 1000, typo);
    await matchStatements(checker.ctx(), { payeeId });
    const other = await givenLine(5);
    expect(await agreementsOf(auditor.ctx(), [other.line.id, line.id])).toEqual([
      null,
      {
        sameReference: false,
        differingCharacters: 1,
        amountDifference: 0n,
        sameName: true,
        minutesApart: expect.any(Number) as number,
      },
    ]);
  });

  it('meets a payout by its reference', async () => {
    const player = await givenMember(domain, { rupees: 500 });
    const { transaction } = await requestWithdrawal(player.ctx(), { amount: rupees(100), upiId: 'asha@okbank' });
    const { line, reference } = await givenLine(101, { direction: 'debit' });
    const approval = { transactionId: transaction.id, decision: 'APPROVE', payoutReference: reference } as const;
    await decideTransaction(maker.ctx(), approval);
    expect(await requestsWithReference(auditor.ctx(), [line.id])).toEqual([[transaction.id]]);
    expect(await linesWithReference(auditor.ctx(), [transaction.id])).toEqual([[line.id]]);
    expect(await requestsFor(auditor.ctx(), line)).toMatchObject([{ transactionId: transaction.id, mayMatch: false }]);
  });
});

describe('who paid a line', () => {
  it('is found by payout account, then by the whole name', async () => {
    const namesake = await givenMember(domain, { name: 'Meenakshi Pillai' });
    const payer = await givenMember(domain, { rupees: 500 });
    await requestWithdrawal(payer.ctx(), { amount: rupees(100), upiId: 'Meena.P@okaxis' });
    const { line } = await givenLine(900, { text: 'UPI/CR/MEENAKSHI PILLAI/meena.p@okaxis/REF', ref: false });
    expect(await possiblePlayers(auditor.ctx(), line)).toEqual([
      { playerId: payer.userId, by: 'payoutAccount' },
      { playerId: namesake.userId, by: 'name' },
    ]);
    expect(await possiblePlayers(auditor.ctx(), { ...line, direction: 'debit' })).toEqual([]);
    expect(await refusalCode(possiblePlayers(payer.ctx(), line))).toBe('FORBIDDEN');
  });

  it('is looked for by runs of words, UPI ids and account numbers', () => {
    expect(payerMarks('NEFT 50100012345678 ASHA RAO asha@ok')).toEqual({
      upiIds: ['asha@ok'],
      accountNumbers: ['50100012345678'],
      names: expect.arrayContaining(['asha rao', 'asha', 'neft asha rao']) as string[],
    });
  });
});
