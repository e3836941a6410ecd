import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import type { AdminRole } from '../../server/domain/ground/actors/adminRoles.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { correctBalance, type CorrectionInput } from '../../server/domain/wallet/correctBalance.ts';
import { correctionsById, listCorrections } from '../../server/domain/wallet/correctionList.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { roundsAndPayments, walletHistory } from '../../server/domain/wallet/walletHistory.ts';
import { leaveBroken } from '../support/auditedBooks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { exportText } from '../support/exported.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { setThreshold } from '../support/thresholds.ts';

const reason = 'The bank has paid it twice.';
const evidence = 'Ticket 4711';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let maker: Member;
let checker: Member;
let player: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  leaveBroken(
    database,
    'every correction stands in the audit log',
    'the audit log is whole: every row linked to the one before',
  );
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  maker = await givenOtherAdmin(domain, 'Meera', ['FINANCE']);
  checker = await givenOtherAdmin(domain, 'Chandra', ['FINANCE']);
  player = await givenMember(domain, { rupees: 500 });
});
afterAll(() => database.close());

const correct = (admin: Member, amount: bigint, more: Partial<CorrectionInput> = {}) =>
  correctBalance(admin.ctx(), { playerId: player.userId, amount: paise(amount), reason, evidence, ...more });
const available = async (of = player) => (await readBalances(database.db, [of.userId])).get(of.userId)?.available;
const demand = (fromAmount: bigint | null) =>
  setThreshold(database, owner.ctx(), {
    kind: 'correction',
    fromAmount: fromAmount === null ? null : paise(fromAmount),
    reason: 'Agreed by the owners.',
  });
const latestCorrection = async () => {
  const { rows } = await database.pool.query(
    'select amount, reason, evidence, message, made_by, checked_by from balance_corrections order by id desc limit 1',
  );
  return rows[0];
};
const latestAudit = async () => {
  const { rows } = await database.pool.query<{ action: string; actor_id: bigint; before: string; after: string }>(
    `select action, actor_id, before, after, reason from audit_log
      where subject_type = 'user' and subject = $1 order by id desc limit 1`,
    [player.user.uid],
  );
  return rows[0];
};
const titles = async (of: Member) =>
  (await listNotifications(of.ctx(), { limit: 20 })).rows.map(({ title, body }) => `${title}: ${body}`);
const faults = async () =>
  (await auditBooks(domain.as({ kind: 'system' }))).filter(({ faultCount }) => faultCount > 0).map(({ name }) => name);

describe('a correction of a balance', () => {
  it('adds or takes once per key, is told to the player and stands in the audit log', async () => {
    const idempotencyKey = 'correct-1';
    const added = await correct(maker, 25_00n, { message: 'Sorry.', idempotencyKey });
    expect(added).toMatchObject({ balances: { available: 525_00n, held: 0n }, replayed: false });
    expect(await correct(maker, 25_00n, { message: 'Sorry.', idempotencyKey })).toEqual({ ...added, replayed: true });
    expect(await available()).toBe(525_00n);
    expect((await titles(player))[0]).toBe('Balance corrected: ₹25 has been added to your wallet. Message: Sorry.');
    expect(await latestAudit()).toEqual({
      action: 'wallet:correct',
      actor_id: maker.userId,
      before: '{"available":"500.00"}',
      after: `{"amount":"25.00","available":"525.00","evidence":"${evidence}","message":"Sorry."}`,
      reason,
    });
    expect(domain.published).toContainEqual(expect.objectContaining({ type: 'walletChanged' }));

    expect(await correct(checker, -525_00n)).toMatchObject({ balances: { available: 0n } });
    expect((await titles(player))[0]).toBe('Balance corrected: ₹525 has been taken from your wallet.');
    expect(await latestCorrection()).toEqual({
      amount: -525_00n,
      reason,
      evidence,
      message: null,
      made_by: checker.userId,
      checked_by: null,
    });
    await correct(owner, 1_000_00n);
    expect(await faults()).toEqual([]);
  });

  it.each<[string, string, bigint, Partial<CorrectionInput>]>([
    ['nothing', 'amount', 0n, {}],
    ['more than ₹1,00,00,000', 'amount', -1_000_000_001n, {}],
    ['a short reason', 'reason', 1n, { reason: 'too short' }],
    ['no evidence', 'evidence', 1n, { evidence: '  ' }],
    ['too much evidence', 'evidence', 1n, { evidence: 'x'.repeat(201) }],
    ['evidence with a NUL', 'evidence', 1n, { evidence: 'a\u0000' }],
    ['a long message', 'message', 1n, { message: 'x'.repeat(151) }],
  ])('is refused with %s', async (_what, field, amount, more) => {
    expect(await refusal(correct(maker, amount, more))).toMatchObject({ code: 'INVALID_INPUT', extra: { field } });
  });

  it('never takes more than is available, and names that', async () => {
    const refused = await refusal(correct(maker, -1_000_01n));
    expect(refused).toMatchObject({ code: 'INSUFFICIENT_FUNDS', extra: { availablePaise: 1_000_00n } });
    expect(refused.message).toContain('₹1000.00');
    await requestWithdrawal(player.ctx(), { amount: paise(300_00n), upiId: 'asha@okbank' });
    expect(await refusalCode(correct(maker, -700_01n))).toBe('INSUFFICIENT_FUNDS');
    expect(await available()).toBe(700_00n);
  });

  it('is for open accounts of players', async () => {
    expect(await refusalCode(correct(maker, 1n, { playerId: maker.userId }))).toBe('NOT_FOUND');
    const gone = await givenMember(domain);
    await closeAccount(gone.ctx(), { password: gone.password });
    expect(await refusal(correct(maker, 1n, { playerId: gone.userId }))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'This account is closed.',
    });
  });

  it('is made by admins of money, read by auditors too, and by its player without reason and evidence', async () => {
    const { correctionId } = await correct(maker, 1n);
    const ids = [correctionId ?? 0n];
    for (const role of ['SUPPORT', 'GAME', 'AUDITOR'] satisfies AdminRole[]) {
      const admin = await givenOtherAdmin(domain, undefined, [role]);
      expect(await refusalCode(correct(admin, 1n))).toBe('FORBIDDEN');
      const read = listCorrections(admin.ctx(), player.userId, { limit: 1 });
      if (role === 'AUDITOR') expect((await read).rows).toMatchObject([{ id: correctionId }]);
      else expect(await refusalCode(read)).toBe('FORBIDDEN');
      expect(await correctionsById(admin.ctx(), ids)).toMatchObject([role === 'AUDITOR' ? { id: ids[0] } : null]);
    }
    expect(await correctionsById(player.ctx(), ids)).toMatchObject([{ id: correctionId }]);
    const other = await givenMember(domain);
    expect(await correctionsById(other.ctx(), ids)).toEqual([null]);
    expect(await correctionsById(domain.as({ kind: 'anonymous' }), ids)).toEqual([null]);
  });

  it('is exported with both admins, for those who may read it', async () => {
    const read = async (admin: Member) =>
      (await exportText(admin.ctx(), { file: 'corrections.csv' })).trimEnd().split('\r\n');
    const [header, first, ...rest] = await read(maker);
    expect(header).toMatch(/^uid,amount,reason,evidence,message,madeBy,checkedBy,madeAt/);
    expect(first).toContain(`${player.user.uid},25.00,${reason},${evidence},Sorry.,${maker.user.uid},,`);
    expect(rest).toHaveLength(3);
    expect(await refusalCode(read(await givenOtherAdmin(domain, undefined, ['SUPPORT'])))).toBe('FORBIDDEN');
  });

  it('is in the wallet history, page by page, and not in that of the old API', async () => {
    const whole = await walletHistory(player.ctx(), { limit: 50 });
    expect(whole.rows.map(({ kind }) => kind)).toEqual([...Array<string>(4).fill('correction'), 'transaction']);
    expect((await roundsAndPayments(player.ctx(), { limit: 50 })).rows.map(({ kind }) => kind)).toEqual([
      'transaction',
    ]);
  });
});

/** What single admins have corrected before counts no longer (needs_second_admin). */
const aDayLater = () => domain.clock.advance(24 * 3_600_000);

describe('a correction from the threshold on', () => {
  beforeEach(aDayLater);

  const openAbout = async () => (await openProposals(owner.ctx())).find(({ kind }) => kind === 'correction');

  it('is proposed whether it adds or takes, holds others, and is made once another admin confirms', async () => {
    await demand(100_00n);
    const before = (await available()) ?? 0n;
    expect(await correct(maker, 99_99n)).toMatchObject({ correctionId: expect.anything() });
    const idempotencyKey = 'propose-1';
    const wanted = { message: 'Paid twice.', idempotencyKey };
    const proposed = await correct(maker, -100_00n, wanted);
    expect(proposed).toMatchObject({ correctionId: null, balances: { available: before + 99_99n } });
    expect(await correct(maker, -100_00n, wanted)).toEqual({ ...proposed, replayed: true });
    expect(await available()).toBe(before + 99_99n);
    expect((await titles(checker))[0]).toContain(
      `Meera proposes: correction of the balance of ${player.user.uid} (₹100)`,
    );
    const held = await refusal(correct(checker, 1n));
    expect(held).toMatchObject({ code: 'ALREADY_PROPOSED' });
    expect(held.message).toContain('Meera');

    const proposal = await openAbout();
    const id = proposal?.id ?? 0n;
    expect(proposal?.payload).toEqual({ amount: '-10000', reason, evidence, message: 'Paid twice.' });
    expect(await refusalCode(confirmProposal(maker.ctx(), { proposalId: id }))).toBe('OWN_PROPOSAL');
    await confirmProposal(checker.ctx(), { proposalId: id });
    expect(await available()).toBe(before - 1n);
    expect(await latestCorrection()).toMatchObject({
      amount: -100_00n,
      message: 'Paid twice.',
      made_by: maker.userId,
      checked_by: checker.userId,
    });
    const audit = await latestAudit();
    expect(audit).toMatchObject({ action: 'wallet:correct', actor_id: checker.userId, reason });
    expect(audit?.after).toContain(`"proposedBy":"${maker.user.uid}"`);
    expect(await faults()).toEqual([]);
  });

  it('stays proposed when there is too little to take, and can be declined', async () => {
    const now = (await available()) ?? 0n;
    expect(await refusalCode(correct(maker, -1n - now))).toBe('INSUFFICIENT_FUNDS');
    await correct(maker, 0n - now);
    await requestWithdrawal(player.ctx(), { amount: paise(1_00n), upiId: 'asha@okbank' });
    const id = (await openAbout())?.id ?? 0n;
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: id }))).toBe('INSUFFICIENT_FUNDS');
    expect(await declineProposal(checker.ctx(), { proposalId: id })).toMatchObject({ status: 'declined' });
    expect(await available()).toBe(now - 1_00n);
  });
});

describe('the database', () => {
  beforeEach(aDayLater);

  const refused = (words: string, ...statements: string[]) =>
    expect(database.pool.query(statements.join(';')), statements.join(';')).rejects.toThrow(words);
  const call = (amount: bigint, { admin = maker, proposal = 'null', text = reason } = {}) =>
    `select * from correct_balance(${player.userId}, ${amount}, '${text}', '${evidence}', null, ${admin.userId}, ${proposal}, db_now())`;
  const audit = (action = 'wallet:correct', of = player) =>
    `insert into audit_log (actor_id, action, subject_type, subject, at)
     values (${maker.userId}, '${action}', 'user', '${of.user.uid}', now())`;
  /** Writes a row without correct_balance, with these transfers: debit and credit account, amount. */
  const write = (amount: bigint, ...moves: string[]) => `
    with made as (
      insert into balance_corrections (player_id, amount, reason, evidence, made_by, created_at)
      values (${player.userId}, ${amount}, '${reason}', '${evidence}', ${maker.userId}, now()) returning id)
    insert into transfers (debit_account_id, credit_account_id, amount, kind, reference_id, created_at)
    select d, c, amount, 'correction', id, now() from made, (values ${moves.join(', ')}) moves (d, c, amount)`;

  it('moves money as a correction with its row, and in its direction and amount, alone', async () => {
    const { rows } = await database.pool.query<{
      own: bigint;
      held: bigint;
      house: bigint;
      cash: bigint;
      other: bigint;
    }>(
      `select (select id from ledger_accounts where kind = 'player_available' and player_id = $1) as own,
              (select id from ledger_accounts where kind = 'player_held' and player_id = $1) as held,
              (select id from ledger_accounts where kind = 'house') as house,
              (select id from ledger_accounts where kind = 'cash') as cash,
              (select id from ledger_accounts where kind = 'player_available' and player_id = $2) as other`,
      [player.userId, (await givenMember(domain, { rupees: 5 })).userId],
    );
    const { own, held, house, cash, other } = rows[0] ?? ({} as never);
    const wrong = 'is not what its row says';
    await refused(wrong, `select post_transfer(${house}, ${own}, 100, 'correction', -1, now())`);
    await refused(wrong, write(100n, `(${house}, ${own}, 99)`));
    await refused(wrong, write(100n, `(${own}, ${house}, 100)`));
    await refused(wrong, write(-100n, `(${house}, ${own}, 100)`));
    for (const account of [held, other]) {
      await refused(wrong, write(100n, `(${house}, ${account}, 100)`));
      await refused(wrong, write(-100n, `(${own}, ${account}, 100)`));
    }
    await refused(wrong, write(100n, `(${cash}, ${own}, 100)`));
    await refused(
      wrong,
      `insert into balance_corrections (player_id, amount, reason, evidence, made_by, created_at)
       values (${player.userId}, 1, '${reason}', '${evidence}', ${maker.userId}, now())`,
      audit(),
    );
    await refused('_once_per_correction', write(100n, `(${house}, ${own}, 100)`, `(${house}, ${own}, 100)`));
    await database.pool.query(`${write(100n, `(${house}, ${own}, 100)`)}; ${audit()}`);
    await database.pool.query(`${write(-100n, `(${own}, ${house}, 100)`)}; ${audit()}`);
    expect(await faults()).toEqual([]);
  });

  it('takes none without its row in the audit log, nor by others than admins of money', async () => {
    await refused('needs its row in the audit log', call(1n));
    await refused('needs its row in the audit log', call(1n), audit('member:read'));
    await refused('needs its row in the audit log', audit(), call(1n), audit('member:read'));
    await refused('needs its row in the audit log', call(1n), audit('member:read'), audit(undefined, maker));
    const support = await givenOtherAdmin(domain, undefined, ['SUPPORT']);
    for (const admin of [support, player]) await refused('may not correct balances', call(1n, { admin }), audit());
    await tamper(
      database,
      `update users set status = 'deactivated', deactivated_at = now() where id = ${support.userId}`,
    );
    await tamper(database, `update users set roles = '{FINANCE}' where id = ${support.userId}`);
    await refused('may not correct balances', call(1n, { admin: support }), audit());
    await refused('balance_corrections_amount', call(0n), audit());
    await refused('has no wallet', call(1n).replace(`(${player.userId},`, '(-1,'));
    for (const change of ['update balance_corrections set amount = 1', 'delete from balance_corrections']) {
      await refused('insert-only', change);
    }
    const before = await available();
    const { rows } = await database.pool.query(call(-1n - (before ?? 0n)));
    expect(rows).toMatchObject([{ correction_id: null, available: before }]);
  });

  it('takes none from the threshold on without a proposal that says the same', async () => {
    for (const amount of [100_00n, -100_00n]) await refused('needs a second admin', call(amount), audit());
    await database.pool.query(`${call(99_99n)}; ${audit()}`);
    await correct(maker, 200_00n);
    await refused('needs a second admin', call(1n), audit());
    const { id } = (await openProposals(owner.ctx())).find(({ kind }) => kind === 'correction') ?? { id: 0n };
    const proposal = String(id);
    const confirm = `update proposals set status = 'confirmed', checker_id = ${checker.userId}, decided_at = db_now() where id = ${id}`;
    const differs = 'differs from proposal';
    const right = { admin: checker, proposal };
    await refused(differs, call(200_00n, right), audit());
    await refused(differs, confirm, call(200_01n, right), audit());
    await refused(differs, confirm, call(-200_00n, right), audit());
    await refused(differs, confirm, call(200_00n, { ...right, text: `${reason} Really.` }), audit());
    await refused(differs, confirm, call(200_00n, right).replace(evidence, 'Ticket 1'), audit());
    await refused(differs, confirm, call(200_00n, right).replace('null,', `'Hello',`), audit());
    await refused(differs, confirm, call(200_00n, { ...right, admin: owner }), audit());
    const other = await givenMember(domain);
    await refused(differs, confirm, call(200_00n, right).replace(`(${player.userId},`, `(${other.userId},`), audit());
    await refused('has not been done', confirm, audit());
    await database.pool.query([confirm, call(200_00n, right), audit()].join(';'));
    await refused('balance_corrections_proposal_unique', call(200_00n, right), audit());
    await demand(null);
    await refused('balance_corrections_amount', call(1_000_000_001n), audit());
    expect(await faults()).toEqual([]);
  });

  it('is found out by the audit of the books when it is tampered with', async () => {
    await tamper(
      database,
      `update balance_corrections set amount = amount + 1 where id = (select max(id) from balance_corrections)`,
    );
    expect(await faults()).toEqual(['every correction moved once and in full, between the house and its player']);
    await tamper(
      database,
      `update balance_corrections set amount = amount - 1 where id = (select max(id) from balance_corrections)`,
    );
    await tamper(
      database,
      `update audit_log set action = 'x' where action = 'wallet:correct' and id = (select max(id) from audit_log where action = 'wallet:correct')`,
    );
    expect(await faults()).toContain('every correction stands in the audit log');
  });
});
