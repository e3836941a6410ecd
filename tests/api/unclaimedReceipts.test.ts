import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../../db/client.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import { closeStatementDay } from '../../server/domain/statements/closeStatementDay.ts';
import {
  matchStatementLine,
  reopenStatementLine,
  setAsideStatementLines,
} from '../../server/domain/statements/decideLines.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { creditStatementLine } from '../../server/domain/statements/lineCredit.ts';
import { lineLocks } from '../../server/domain/statements/lineLocks.ts';
import { possiblePlayers } from '../../server/domain/statements/linePlayers.ts';
import { requestsFor } from '../../server/domain/statements/lineRequests.ts';
import { matchStatements } from '../../server/domain/statements/matchLines.ts';
import { listStatementDays } from '../../server/domain/statements/statementDays.ts';
import {
  candidatesFor,
  linesOfTransactions,
  listStatementLines,
  type AsideKind,
} from '../../server/domain/statements/statementLines.ts';
import { listUnclaimedReceipts, unclaimedReceipts } from '../../server/domain/statements/unclaimedReceipts.ts';
import { liabilities } from '../../server/domain/stats/liabilities.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { listLiabilities, makeLiabilities } from '../../server/domain/wallet/liabilities.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { statementMapping } from '../support/statementMapping.ts';
import { tamper } from '../support/tamper.ts';
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
let references = 550_187_320_000;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  maker = await givenPrimaryAdmin(domain);
  checker = await givenOtherAdmin(domain, undefined, ['FINANCE']);
  auditor = await givenOtherAdmin(domain, undefined, ['AUDITOR']);
});
afterAll(() => database.close());

interface GivenLine {
  day?: string;
  text?: string;
  direction?: 'credit' | 'debit';
}

/** A line of an account of its own, without a request. */
async function givenLine(amount: number, { day = '19-11-2026', text = 'UPI CREDIT', direction }: GivenLine = {}) {
  accounts += 1;
  references += 1;
  const reference = String(references);
  const payee = await addUpiPayee(maker.ctx(), { upiId: `receipt${accounts}@bank`, reason: 'an account of its own' });
  const money = direction === 'debit' ? `,${amount}.00` : `${amount}.00,`;
  const rows = `Date,Narration,Ref,In,Out,Balance\n${day},${text},${reference},${money},`;
  const content = Buffer.from(rows).toString('base64');
  const file = { payeeId: payee.id, fileName: 'day.csv', content, bank: 'Demo', mapping: statementMapping };
  await importStatement(checker.ctx(), file);
  return { line: await onlyLine(payee.id), payeeId: payee.id, reference };
}

async function onlyLine(payeeId: bigint) {
  const [line] = (await listStatementLines(auditor.ctx(), { payeeId }, { limit: 1 })).rows;
  if (line === undefined) throw new Error('the account has no line');
  return line;
}

const setAside = (lineId: bigint, kind: AsideKind = 'unclaimed') =>
  setAsideStatementLines(maker.ctx(), { lineIds: [lineId], kind, reason: 'nobody asked' });

/** An unclaimed receipt; its day is closed unless `closed` is false. */
async function givenReceipt(amount: number, { closed = true, ...given }: GivenLine & { closed?: boolean } = {}) {
  const receipt = await givenLine(amount, given);
  await setAside(receipt.line.id);
  const { payeeId, line } = receipt;
  if (closed) await closeStatementDay(maker.ctx(), { payeeId, day: line.day });
  return { ...receipt, line: await onlyLine(payeeId) };
}

const credit = (lineId: bigint, { userId }: Member, by = maker) =>
  creditStatementLine(by.ctx(), { lineId, playerId: userId, reason, message: 'Found it.' });
const claim = async (lineId: bigint, player: Member) =>
  confirmProposal(checker.ctx(), { proposalId: (await credit(lineId, player)).id });
const deposit = async (player: Member, amount: number, reference: string, payeeId: bigint) =>
  (await requestDeposit(player.ctx(), { amount: rupees(amount), reference, payee: { payeeId } })).transaction;
const approve = (transactionId: bigint) => decideTransaction(maker.ctx(), { transactionId, decision: 'APPROVE' });
const deny = (transactionId: bigint) =>
  decideTransaction(maker.ctx(), { transactionId, decision: 'DENY', message: 'Not here.' });
const available = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId)?.available;
const requestsOf = async ({ userId }: Member) =>
  (await listTransactions(auditor.ctx(), { playerId: userId }, { limit: 5 })).rows;

/** What the account of unclaimed receipts holds by its transfers, and what its lines make. */
async function owed(): Promise<[ledger: bigint, figure: bigint, list: bigint]> {
  const [row] = await rawQuery<{ total: bigint }>(
    domain.owner,
    sql`select coalesce(sum(case a.id when t.credit_account_id then t.amount else -t.amount end), 0)::bigint as total
          from ledger_accounts a join transfers t on a.id in (t.debit_account_id, t.credit_account_id)
         where a.kind = 'unclaimed'`,
  );
  return [row?.total ?? 0n, (await liabilities(auditor.ctx())).unclaimed, (await unclaimedReceipts(auditor.ctx())).sum];
}

/** By how much something changes what is owed, in rupees. */
async function changeOfOwed(change: () => Promise<unknown>): Promise<bigint> {
  const [before] = await owed();
  await change();
  const [after, ...others] = await owed();
  expect(others).toEqual([after, after]);
  return (after - before) / 100n;
}

async function faults(): Promise<string[]> {
  const results = await auditBooks(domain.as({ kind: 'system' }));
  return results.flatMap((result) => result.faults);
}

async function refusedByDatabase(statement: string, words: string): Promise<void> {
  const failing = { cause: { message: expect.stringContaining(words) as string } };
  await expect(domain.owner.execute(sql.raw(statement))).rejects.toMatchObject(failing);
}

describe('a line set aside as unclaimed', () => {
  it('is owed until it gets another kind or is reopened, and every step leaves the books in order', async () => {
    const { line } = await givenLine(1_300);
    expect(await changeOfOwed(() => setAside(line.id))).toBe(1_300n);
    expect(await lineLocks(auditor.ctx(), [line.id])).toMatchObject([{ unclaimed: true, creditId: null }]);
    expect(await changeOfOwed(() => setAside(line.id, 'returned'))).toBe(-1_300n);
    expect(await changeOfOwed(() => setAside(line.id))).toBe(1_300n);
    expect(await changeOfOwed(() => setAside(line.id))).toBe(0n);
    expect(await changeOfOwed(() => reopenStatementLine(maker.ctx(), { lineId: line.id }))).toBe(-1_300n);
    expect(await lineLocks(auditor.ctx(), [line.id])).toMatchObject([{ unclaimed: false }]);
    expect(await faults()).toEqual([]);
  });

  it('came in, and isn’t matched', async () => {
    const out = await givenLine(40, { direction: 'debit' });
    expect(await refusal(setAside(out.line.id))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Only money that came in can be unclaimed.',
      extra: { field: 'kind' },
    });
    const { line, payeeId, reference } = await givenLine(45);
    await deposit(await givenMember(domain), 45, reference, payeeId);
    await matchStatements(maker.ctx(), { payeeId });
    expect(await refusal(setAside(line.id))).toMatchObject({ message: 'The line is matched already.' });
    expect(
      await refusalCode(setAsideStatementLines(auditor.ctx(), { lineIds: [line.id], kind: 'charge', reason })),
    ).toBe('FORBIDDEN');
  });

  it('counts in the sums of its kind and on the ledger’s side of its day, which is closed with it', async () => {
    const { line, payeeId } = await givenLine(700);
    const day = async () => (await listStatementDays(auditor.ctx(), { payeeId }))[0];
    expect(await day()).toMatchObject({ setAside: 0n, asideSums: [], openLines: 1 });
    await setAside(line.id, 'interest');
    expect(await day()).toMatchObject({
      setAside: rupees(700),
      asideSums: [{ kind: 'interest', count: 1, moneyIn: rupees(700), moneyOut: 0n }],
    });
    await setAside(line.id);
    const closed = await closeStatementDay(maker.ctx(), { payeeId, day: line.day });
    const sums = { setAside: rupees(700), ledgerClosing: rupees(700), drift: 0n };
    const ofKind = { asideSums: [{ kind: 'unclaimed', count: 1, moneyIn: rupees(700), moneyOut: 0n }] };
    expect(closed).toMatchObject({ ...sums, ...ofKind });
    expect(await day()).toMatchObject({ ...sums, ...ofKind, closedBy: maker.userId });
    expect(await refusal(setAside(line.id, 'charge'))).toMatchObject({ message: 'The day is closed.' });
    expect(await refusalCode(reopenStatementLine(maker.ctx(), { lineId: line.id }))).toBe('INVALID_INPUT');
    await refusedByDatabase(`update statement_lines set aside_kind = 'charge' where id = ${line.id}`, 'is closed');
  });
});

describe('an unclaimed receipt', () => {
  it('is credited to a player by two admins, on the day of that: its own day stays as it was closed', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenReceipt(900);
    const [closed] = await listStatementDays(auditor.ctx(), { payeeId });
    domain.clock.advance(86_400_000 * 3);
    const { id: proposalId } = await credit(line.id, player);
    expect(await refusalCode(confirmProposal(maker.ctx(), { proposalId }))).toBe('OWN_PROPOSAL');
    expect(await available(player)).toBe(0n);
    expect(await changeOfOwed(() => confirmProposal(checker.ctx(), { proposalId }))).toBe(-900n);
    expect(await available(player)).toBe(rupees(900));

    const [made, ...others] = await requestsOf(player);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ status: 'success', amount: rupees(900), reference, creditedLineId: line.id });
    expect(await linesOfTransactions(auditor.ctx(), [made?.id ?? 0n])).toMatchObject([{ id: line.id }]);
    const found = await listTransactions(auditor.ctx(), { playerId: player.userId, inStatement: true }, { limit: 5 });
    expect(found.rows).toHaveLength(1);
    expect(await onlyLine(payeeId)).toMatchObject({ ...line });
    expect(await lineLocks(auditor.ctx(), [line.id])).toMatchObject([{ unclaimed: false, creditId: made?.id }]);
    expect((await listStatementDays(auditor.ctx(), { payeeId }))[0]).toEqual(closed);
    const audited = sql`select action, subject from audit_log where action in ('statement:claim', 'transaction:approve') order by id desc limit 2`;
    expect(await rawQuery(domain.owner, audited)).toEqual([
      { action: 'statement:claim', subject: `receipt${accounts}@bank` },
      { action: 'transaction:approve', subject: reference },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('counts on no day as a deposit, and pays no other line', async () => {
    const player = await givenMember(domain);
    const { line, payeeId } = await givenReceipt(910, { closed: false });
    await claim(line.id, player);
    const [claimed] = await requestsOf(player);
    // The claim is of this day too.
    const next = csvOf('23-11-2026', 'UPI CREDIT', '', 910);
    const file = { payeeId, fileName: 'next.csv', content: next, bank: 'Demo', mapping: statementMapping };
    await importStatement(checker.ctx(), file);
    const [, other] = (await listStatementLines(auditor.ctx(), { payeeId }, { limit: 2 })).rows;
    if (other === undefined || claimed === undefined) throw new Error('there are no two lines');
    expect(other).toMatchObject({ state: 'unmatched', transactionId: null });
    expect(await candidatesFor(auditor.ctx(), other)).toEqual([]);
    const match = { lineId: other.id, transactionId: claimed.id };
    expect(await refusalCode(matchStatementLine(maker.ctx(), match))).toBe('INVALID_INPUT');
    await refusedByDatabase(
      `update statement_lines set state = 'matched', transaction_id = ${claimed.id} where id = ${other.id}`,
      'is not paid by line',
    );
    const [, second] = await listStatementDays(auditor.ctx(), { payeeId });
    expect((await listStatementDays(auditor.ctx(), { payeeId }))[0]).toMatchObject({ ledgerIn: 0n, drift: 0n });
    expect(second).toMatchObject({ day: '2026-11-23', ledgerIn: 0n });
    expect(await closeStatementDay(maker.ctx(), { payeeId, day: line.day })).toMatchObject({
      ledgerIn: 0n,
      setAside: rupees(910),
      drift: 0n,
    });
    expect(await faults()).toEqual([]);
  });

  it('approves the deposit that waits with its reference, with the amount that arrived', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenReceipt(1_100);
    const waiting = await deposit(player, 1_000, `UTR ${reference}`, payeeId);
    await matchStatements(maker.ctx(), { payeeId });
    expect(await requestsFor(auditor.ctx(), line)).toMatchObject([{ transactionId: waiting.id, mayMatch: false }]);
    const matching = matchStatementLine(maker.ctx(), { lineId: line.id, transactionId: waiting.id });
    expect((await refusal(matching)).message).toContain('This line is an unclaimed receipt: credit it to the player');
    expect(await refusal(approve(waiting.id))).toMatchObject({
      code: 'REFERENCE_TAKEN',
      message:
        'This payment is an unclaimed receipt, ₹1100.00 of 2026-11-19: credit that to the player, which approves this deposit.',
    });
    expect(await possiblePlayers(auditor.ctx(), line)).toEqual([{ playerId: player.userId, by: 'reference' }]);
    expect(await changeOfOwed(() => claim(line.id, player))).toBe(-1_100n);
    expect(await available(player)).toBe(rupees(1_100));
    expect(await requestsOf(player)).toMatchObject([
      {
        id: waiting.id,
        status: 'success',
        amount: rupees(1_100),
        requestedAmount: rupees(1_000),
        proposedBy: maker.userId,
      },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('is claimed after a denial too, and credits its reference once', async () => {
    const player = await givenMember(domain);
    const { line, payeeId, reference } = await givenReceipt(1_200, { text: 'UPI 880187320001' });
    const denied = await deposit(player, 1_200, reference, payeeId);
    await deny(denied.id);
    await claim(line.id, player);
    expect(await requestsOf(player)).toMatchObject([{ status: 'success' }, { id: denied.id, status: 'failed' }]);
    // No reference of the line is credited again.
    const again = await deposit(player, 1_200, '880187320001', payeeId);
    expect(await refusal(approve(again.id))).toMatchObject({ message: 'This reference has been credited already.' });
    expect(await refusal(credit(line.id, player))).toMatchObject({
      message: 'The receipt was credited already, or is of play money that has ended.',
    });
    expect(await refusal(setAside(line.id, 'charge'))).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await faults()).toEqual([]);
  });

  it('stays a receipt while its day is open: claimed, neither its kind nor its state changes', async () => {
    const player = await givenMember(domain);
    const { line } = await givenReceipt(60, { closed: false });
    const { id: proposalId } = await credit(line.id, player);
    expect(await refusalCode(setAside(line.id, 'charge'))).toBe('ALREADY_PROPOSED');
    expect(await refusalCode(reopenStatementLine(maker.ctx(), { lineId: line.id }))).toBe('ALREADY_PROPOSED');
    await declineProposal(checker.ctx(), { proposalId, reason: 'It is not theirs.' });
    await claim(line.id, player);
    expect(await refusal(setAside(line.id, 'charge'))).toMatchObject({
      message: 'This line was credited to a player.',
    });
    expect(await refusalCode(reopenStatementLine(maker.ctx(), { lineId: line.id }))).toBe('INVALID_INPUT');
    const change = (what: string) => `update statement_lines set ${what} where id = ${line.id}`;
    await refusedByDatabase(change(`aside_kind = 'charge'`), 'no unclaimed receipt any more');
    await refusedByDatabase(change(`reason = 'another one'`), 'no unclaimed receipt any more');
    await refusedByDatabase(
      change(`state = 'unmatched', aside_kind = null, reason = null, decided_by = null`),
      'no unclaimed receipt any more',
    );
    expect(await faults()).toEqual([]);
  });

  it('is not credited while another’s deposit waits with its reference, or that waits for a second admin', async () => {
    const [player, other] = [await givenMember(domain), await givenMember(domain)];
    const { line, payeeId, reference } = await givenReceipt(300);
    await setMoneyMode(database, 'real');
    try {
      const theirs = await deposit(other, 300, reference, payeeId);
      expect(await refusal(credit(line.id, player))).toMatchObject({
        code: 'REFERENCE_TAKEN',
        message:
          'Another deposit that waits has the reference of this receipt: credit it to that player, or deny that deposit first.',
      });
      await deny(theirs.id);
    } finally {
      await setMoneyMode(database, 'play');
    }
    const own = await deposit(player, 300, reference, payeeId);
    await tamper(
      database,
      `insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
       values ('deposit', ${own.id}, 'transaction', '${reference}', '{}', ${checker.userId}, now(), '2100-01-01')`,
    );
    expect(await refusalCode(credit(line.id, player))).toBe('ALREADY_PROPOSED');
  });

  it('is listed with those of all accounts, the oldest first, with ages and sums', async () => {
    const now = Date.parse('2026-11-25T00:10:00+05:30');
    domain.clock.set(now);
    const before = await unclaimedReceipts(auditor.ctx());
    const young = await givenReceipt(10, { day: '18-11-2026' });
    const old = await givenReceipt(20, { day: '17-11-2026' });
    const oldest = await givenReceipt(30, { day: '01-08-2026' });
    const receipts = await unclaimedReceipts(auditor.ctx());
    expect(receipts.sum - before.sum).toBe(rupees(60));
    const added = receipts.ages.map(({ fromDays, toDays, count, sum }, index) => [
      fromDays,
      toDays,
      count - (before.ages[index]?.count ?? 0),
      sum - (before.ages[index]?.sum ?? 0n),
    ]);
    expect(added).toEqual([
      [0, 7, 1, rupees(10)],
      [8, 30, 1, rupees(20)],
      [31, 90, 0, 0n],
      [91, null, 1, rupees(30)],
    ]);
    const list = (page: { limit: number; after?: bigint; before?: bigint; fromEnd?: boolean }) =>
      listUnclaimedReceipts(auditor.ctx(), page);
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ hasNext: true, rows: [{ id: oldest.line.id }, { id: old.line.id }] });
    expect((await list({ limit: 1, after: old.line.id })).rows).toMatchObject([{ id: young.line.id }]);
    expect((await list({ limit: 5, before: young.line.id })).rows.map(({ id }) => id)).toEqual([
      oldest.line.id,
      old.line.id,
    ]);
    const last = await list({ limit: receipts.count });
    expect(await list({ limit: 1, fromEnd: true })).toMatchObject({ rows: [{ id: last.rows.at(-1)?.id }] });
    const player = await givenMember(domain);
    expect(await refusalCode(unclaimedReceipts(player.ctx()))).toBe('FORBIDDEN');
    expect(await refusalCode(listUnclaimedReceipts(player.ctx(), { limit: 1 }))).toBe('FORBIDDEN');
  });

  it('stands beside the published total of players’ balances', async () => {
    await makeLiabilities(domain.as({ kind: 'system' }));
    const [first] = await listLiabilities(domain.as({ kind: 'anonymous' }), 1);
    expect(first?.unclaimed).toBe((await owed())[0]);
    const player = await givenMember(domain);
    const { line } = await givenReceipt(55, { day: '20-11-2026' });
    domain.clock.advance(86_400_000);
    await makeLiabilities(domain.as({ kind: 'system' }));
    await claim(line.id, player);
    const [second] = await listLiabilities(domain.as({ kind: 'anonymous' }), 1);
    expect(second?.unclaimed).toBe((first?.unclaimed ?? 0n) + rupees(55));
    const entry = sql`select entry::json ->> 'unclaimed' as text from (
                        select entry, 1 as at, id as number from log_pending where entry like '%"liabilities"%'
                        union all select entry, 0, index from log_entries where entry like '%"liabilities"%') e
                       order by at desc, number desc limit 1`;
    expect(await rawQuery(domain.owner, entry)).toEqual([{ text: `${Number(second?.unclaimed) / 100}.00` }]);
    expect(await faults()).toEqual([]);
  });
});

describe('the database', () => {
  const ACCOUNT = (kind: string) => `(select id from ledger_accounts where kind = '${kind}')`;

  it('moves a receipt with its line alone, once and in full', async () => {
    const { line } = await givenReceipt(80, { closed: false });
    const [move] = await rawQuery<{ id: bigint }>(
      domain.owner,
      sql`select id from unclaimed_moves where line_id = ${line.id}`,
    );
    const post = (from: string, to: string, kind: string, cause: string) =>
      `select post_transfer(${ACCOUNT(from)}, ${ACCOUNT(to)}, 8000, '${kind}', ${cause}, now())`;
    await refusedByDatabase(post('cash', 'unclaimed', 'unclaimed_receipt', '-5'), 'is not what its line says');
    await refusedByDatabase(
      post('unclaimed', 'cash', 'unclaimed_reversal', String(move?.id)),
      'is not what its line says',
    );
    const moved = (kind: string) =>
      `with m as (insert into unclaimed_moves (line_id, kind, created_at) values (${line.id}, '${kind}', now()) returning id) select id from m`;
    await refusedByDatabase(moved('unclaimed_reversal'), 'is not what its line says');
    await refusedByDatabase(moved('deposit'), 'unclaimed_moves_kind');
    for (const [from, to, amount] of [
      ['unclaimed', 'cash', 7999],
      ['unclaimed', 'house', 8000],
      ['cash', 'unclaimed', 8000],
    ] as const) {
      await refusedByDatabase(
        `do $$ declare v_id bigint; begin
           insert into unclaimed_moves (line_id, kind, created_at) values (${line.id}, 'unclaimed_reversal', now()) returning id into v_id;
           perform post_transfer(${ACCOUNT(from)}, ${ACCOUNT(to)}, ${amount}, 'unclaimed_reversal', v_id, now());
         end $$`,
        'is not what its line says',
      );
    }
    await refusedByDatabase(`update unclaimed_moves set line_id = line_id`, 'insert-only');
    await expect(
      database.app.pool.query(
        `insert into unclaimed_moves (line_id, kind, created_at) values (${line.id}, 'unclaimed_reversal', now())`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps kinds to lines set aside, and unclaimed to what came in', async () => {
    const { line } = await givenLine(81);
    const out = await givenLine(81, { direction: 'debit' });
    const aside = (kind: string, id: bigint) =>
      `update statement_lines set state = 'set_aside', aside_kind = '${kind}', reason = 'some reason', decided_by = ${maker.userId} where id = ${id}`;
    await refusedByDatabase(
      `update statement_lines set aside_kind = 'charge' where id = ${line.id}`,
      'statement_lines_aside_kind',
    );
    await refusedByDatabase(aside('unclaimed', out.line.id), 'statement_lines_unclaimed_came_in');
    await refusedByDatabase(aside('unclaimed', line.id), 'needs its row in the audit log');
    await refusedByDatabase(
      `insert into statement_lines (payee_id, statement_id, day, direction, amount, description, tokens, line_hash, ordinal, state,
                                    aside_kind, reason, decided_by, changed_at)
       select payee_id, statement_id, day, direction, amount, description, tokens, line_hash, 2, 'set_aside', 'unclaimed', 'some reason',
              ${maker.userId}, now()
         from statement_lines where id = ${line.id}`,
      'or not yet',
    );
  });

  it('credits a receipt as two admins agreed alone, with its amount, from its account', async () => {
    const [player, other] = [await givenMember(domain), await givenMember(domain)];
    const { line, payeeId, reference } = await givenReceipt(90);
    const waiting = await deposit(player, 90, reference, payeeId);
    const stranger = await deposit(other, 90, `OTHER${references}`, payeeId);
    const decide = (id: bigint, credited: bigint | null, amount = 9000) =>
      `update wallet_transactions set status = 'success', decided_by = ${maker.userId}, decided_at = now(), amount = ${amount},
              requested_amount = nullif(9000, ${amount}), credited_line_id = ${credited} where id = ${id}`;
    await refusedByDatabase(decide(waiting.id, null), 'is an unclaimed receipt');
    await refusedByDatabase(decide(waiting.id, line.id), 'needs a second admin');
    // What guard_wallet_transaction refuses by itself.
    const unproposed = (statement: string) =>
      `do $$ begin alter table wallet_transactions disable trigger wallet_transactions_approval; ${statement}; end $$`;
    await refusedByDatabase(unproposed(decide(waiting.id, line.id, 8999)), 'credits what its line has');
    await refusedByDatabase(unproposed(decide(stranger.id, line.id)), 'what transaction');
    const paid = `(select id from ledger_accounts where kind = 'player_available' and player_id = ${player.userId})`;
    const moving = `perform post_transfer(${ACCOUNT('cash')}, ${paid}, 9000, 'deposit', ${waiting.id}, now())`;
    await refusedByDatabase(unproposed(`${decide(waiting.id, line.id)}; ${moving}`), 'is not what its state says');
    await refusedByDatabase(
      `update wallet_transactions set credited_line_id = ${line.id} where id = ${waiting.id}`,
      'what transaction',
    );
    await claim(line.id, player);
    await refusedByDatabase(
      `insert into wallet_transactions (player_id, transaction_type, channel, amount, reference, payee_id, credited_line_id, created_at, updated_at)
       values (${other.userId}, 'credit', 'upi', 9000, 'AGAIN${references}', ${payeeId}, ${line.id}, now(), now())`,
      'is not free for this deposit',
    );
    const [made] = await requestsOf(player);
    await tamper(
      database,
      `update transfers set debit_account_id = ${ACCOUNT('cash')} where kind = 'deposit' and reference_id = ${made?.id}`,
    );
    expect(await faults()).toEqual([
      expect.stringContaining(`transaction ${made?.id}`),
      expect.stringContaining('the account of unclaimed receipts holds'),
    ]);
    await tamper(
      database,
      `update transfers set debit_account_id = ${ACCOUNT('unclaimed')} where kind = 'deposit' and reference_id = ${made?.id}`,
    );
  });

  it('lets the audit find a receipt that did not move, and a kind that the audit log has not', async () => {
    const { line } = await givenReceipt(95);
    await tamper(database, `update statement_lines set aside_kind = 'charge' where id = ${line.id}`);
    const found = await faults();
    expect(found).toContainEqual(expect.stringContaining(`line ${line.id}, not unclaimed: moved 1 times`));
    expect(found).toContainEqual(expect.stringContaining(`line ${line.id} is set aside as charge; the audit log has`));
    expect(found).toContainEqual(expect.stringContaining('the account of unclaimed receipts holds'));
    await tamper(database, `update statement_lines set aside_kind = 'unclaimed' where id = ${line.id}`);
    expect(await faults()).toEqual([]);
  });
});

function csvOf(day: string, text: string, reference: string, amount: number): string {
  return Buffer.from(`Date,Narration,Ref,In,Out,Balance\n${day},${text},${reference},${amount}.00,,`).toString(
    'base64',
  );
}

describe('a deposit with a line of its own', () => {
  it('is approved though a receipt has its reference too', async () => {
    const player = await givenMember(domain);
    const { reference } = await givenReceipt(97);
    const own = await givenLine(98, { text: `UPI ${reference}` });
    const waiting = await deposit(player, 98, reference, own.payeeId);
    await matchStatements(maker.ctx(), { payeeId: own.payeeId });
    expect(await onlyLine(own.payeeId)).toMatchObject({ state: 'matched' });
    await approve(waiting.id);
    expect(await available(player)).toBe(rupees(98));
  });
});
