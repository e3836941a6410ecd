import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { registerAdmin } from '../../server/domain/accounts/users/registerAdmin.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { setAdminRoles } from '../../server/domain/accounts/status/setAdminRoles.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import type { ProposalKind } from '../../server/domain/proposals/kinds.ts';
import { openProposalCount, openProposals } from '../../server/domain/proposals/proposalList.ts';
import { setSecondAdminThreshold } from '../../server/domain/proposals/setThreshold.ts';
import { secondAdminThresholdsOf } from '../../server/domain/proposals/thresholds.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { addBankPayee, addUpiPayee } from '../../server/domain/settings/addPayee.ts';
import { removePayee, setPayeeActive, showPayee } from '../../server/domain/settings/changePayee.ts';
import { listActivePayees, listPayees } from '../../server/domain/settings/payees.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { approveDeposits } from '../../server/domain/wallet/approveDeposits.ts';
import { correctBalance } from '../../server/domain/wallet/correctBalance.ts';
import { importStatement } from '../../server/domain/statements/importStatement.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { lookUp } from '../../server/domain/wallet/transaction.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';
import { randomEmail } from '../support/world/mails.ts';
import { statementMapping } from '../support/statementMapping.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
} from '../support/world/members.ts';
import { setThreshold } from '../support/thresholds.ts';

const HOUR = 3_600_000;
const reason = 'Agreed by the owners.';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let maker: Member;
let checker: Member;
let game: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
});
afterAll(() => database.close());

const rupees = (amount: number) => paise(BigInt(amount) * 100n);
const demand = (kind: ProposalKind, fromAmount: bigint | null) =>
  setThreshold(database, owner.ctx(), { kind, fromAmount: fromAmount === null ? null : paise(fromAmount), reason });
const balances = async (player: Member) => (await readBalances(database.db, [player.userId])).get(player.userId);
const titles = async ({ ctx }: Member) =>
  (await listNotifications(ctx(), { limit: 20 })).rows.map(({ title, body }) => `${title}: ${body}`);
const audited = async (subject: string) => {
  const { rows } = await database.pool.query<{ action: string; actor: string; after: string | null }>(
    'select action, u.uid as actor, after from audit_log a join users u on u.id = actor_id where subject = $1 order by a.id',
    [subject],
  );
  return rows;
};
const openAbout = async (subject: string) => {
  const found = (await openProposals(owner.ctx())).find((proposal) => proposal.subject === subject);
  if (found === undefined) throw new Error(`nothing is proposed about ${subject}`);
  return found;
};

let accounts = 0;
/** A withdrawal of ₹500 to an account of its own, and its proposal by the maker. */
async function givenProposedPayout() {
  const player = await givenMember(domain, { rupees: 500 });
  const upiId = `account${++accounts}@okbank`;
  const { transaction } = await requestWithdrawal(player.ctx(), { amount: rupees(500), upiId });
  const submit = (admin: Member, decision: 'APPROVE' | 'DENY' = 'APPROVE') =>
    decideTransaction(admin.ctx(), {
      transactionId: transaction.id,
      decision,
      ...(decision === 'DENY' && { message: 'Please ask the bank.' }),
    });
  const answer = await submit(maker);
  return { player, upiId, transaction, submit, answer, proposal: await openAbout(upiId) };
}

describe('thresholds', () => {
  it('are off at first, and can’t be switched on while one admin alone could decide', async () => {
    expect((await secondAdminThresholdsOf(owner.ctx())).map(({ fromAmount }) => fromAmount)).not.toContain(0n);
    expect(await refusal(demand('payout', 50_000n))).toMatchObject({ code: 'INVALID_INPUT' });
    maker = await givenOtherAdmin(domain, 'Meera', ['FINANCE']);
    checker = await givenOtherAdmin(domain, 'Chandra', ['FINANCE']);
    game = await givenOtherAdmin(domain, 'Gita', ['GAME']);
  });

  it('are set by owners alone, with a reason, and stand in the audit log', async () => {
    const input = { kind: 'payout' as const, fromAmount: rupees(500) };
    expect(await refusalCode(setSecondAdminThreshold(maker.ctx(), { ...input, reason }))).toBe('FORBIDDEN');
    expect(await refusalCode(setSecondAdminThreshold(owner.ctx(), { ...input, reason: 'x' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(demand('payout', -1n))).toBe('INVALID_INPUT');
    await demand('payout', 50_000n);
    expect((await audited('secondAdmin')).at(-1)).toMatchObject({
      action: 'settings:secondAdmin',
      after: '{"kind":"payout","secondAdmin":"from 500.00"}',
    });
    expect(await titles(game)).toContain(`When a second admin is needed: payout: From ₹500 on. Reason: ${reason}`);
    expect(await titles(owner)).toEqual([]);
    await expect(
      database.pool.query(`update second_admin_thresholds set from_amount = 40000 where kind = 'payout'`),
    ).rejects.toThrow('needs its row in the audit log');
  });
});

describe('a payout that needs a second admin', () => {
  it('is proposed, announced to those who may confirm it, and approved once another admin confirms', async () => {
    const { player, upiId, answer, transaction, proposal } = await givenProposedPayout();
    expect(answer).toMatchObject({ proposed: true, transaction: { status: 'pending', decidedBy: null } });
    expect(await balances(player)).toEqual({ available: 0n, held: 50_000n });
    expect((await titles(checker))[0]).toBe(
      `Needs a second admin: Meera proposes: payout ${upiId} (₹500). Please confirm or decline it.`,
    );
    expect(await titles(game)).not.toContainEqual(expect.stringContaining(upiId));
    expect(await openProposalCount(game.ctx())).toBe(0);
    expect(domain.published).toContainEqual({
      type: 'proposalChanged',
      proposalId: String(proposal.id),
      kind: 'payout',
      subjectId: String(transaction.id),
    });

    const idempotencyKey = 'confirm-1';
    const confirmed = await confirmProposal(checker.ctx(), { proposalId: proposal.id, idempotencyKey });
    expect(confirmed).toMatchObject({ status: 'confirmed', checkerId: checker.userId });
    expect(await confirmProposal(checker.ctx(), { proposalId: proposal.id, idempotencyKey })).toEqual(confirmed);
    expect(await balances(player)).toEqual({ available: 0n, held: 50_000n });
    const { rows } = await database.pool.query(
      `select status, payout_reference, proposed_by::int, approved_by::int, decided_by
         from wallet_transactions where id = ${transaction.id}`,
    );
    expect(rows).toEqual([
      {
        status: 'approved',
        payout_reference: null,
        proposed_by: Number(maker.userId),
        approved_by: Number(checker.userId),
        decided_by: null,
      },
    ]);
    const log = await audited(upiId);
    expect(log.map(({ action, actor }) => [action, actor])).toEqual([
      ['proposal:make', maker.user.uid],
      ['transaction:approve', checker.user.uid],
    ]);
    expect(log[1]?.after).toContain(`"proposedBy":"${maker.user.uid}"`);
    expect((await titles(maker))[0]).toBe(`Your proposal is confirmed: Chandra has confirmed: payout ${upiId} (₹500).`);
  });

  it('is held by its proposal: another submission is refused with the name of the maker', async () => {
    const { submit, proposal } = await givenProposedPayout();
    const refused = await refusal(submit(checker));
    expect(refused).toMatchObject({ code: 'ALREADY_PROPOSED' });
    expect(refused.message).toContain('Meera has proposed this');
    expect(await refusalCode(submit(checker, 'DENY'))).toBe('ALREADY_PROPOSED');
    expect(await refusalCode(submit(maker))).toBe('ALREADY_PROPOSED');
    await declineProposal(checker.ctx(), { proposalId: proposal.id, reason: 'Another account.' });
    expect((await titles(maker))[0]).toContain('Message: Another account.');
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: proposal.id }))).toBe('PROPOSAL_ENDED');
    expect(await submit(checker, 'DENY')).toMatchObject({ proposed: false, transaction: { status: 'failed' } });
  });

  it('is confirmed by another admin of payments, not by its maker, who may withdraw it', async () => {
    const { proposal, submit } = await givenProposedPayout();
    expect(await refusalCode(confirmProposal(maker.ctx(), { proposalId: proposal.id }))).toBe('OWN_PROPOSAL');
    expect(await refusalCode(confirmProposal(game.ctx(), { proposalId: proposal.id }))).toBe('FORBIDDEN');
    expect(await refusalCode(declineProposal(game.ctx(), { proposalId: proposal.id }))).toBe('FORBIDDEN');
    expect(await declineProposal(maker.ctx(), { proposalId: proposal.id })).toMatchObject({
      status: 'withdrawn',
      checkerId: null,
    });
    expect(await submit(checker)).toMatchObject({ proposed: true });
  });

  it('is approved once when two admins confirm at the same moment', async () => {
    const { player, proposal } = await givenProposedPayout();
    const attempts = await Promise.allSettled(
      [owner, checker].map((admin) => confirmProposal(admin.ctx(), { proposalId: proposal.id })),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await balances(player)).toEqual({ available: 0n, held: 50_000n });
  });

  it('expires after 24 hours, and may then be proposed again', async () => {
    const { proposal, submit, upiId } = await givenProposedPayout();
    domain.clock.advance(24 * HOUR);
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: proposal.id }))).toBe('PROPOSAL_ENDED');
    expect((await openProposals(owner.ctx())).map(({ id }) => id)).not.toContain(proposal.id);
    expect(await submit(checker)).toMatchObject({ proposed: true });
    expect((await openAbout(upiId)).makerId).toBe(checker.userId);
  });

  it('lapses when the player cancels the withdrawal', async () => {
    const { player, transaction, proposal } = await givenProposedPayout();
    await cancelWithdrawal(player.ctx(), { transactionId: transaction.id });
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: proposal.id }))).toBe('ALREADY_DECIDED');
    expect((await openProposals(owner.ctx())).map(({ id }) => id)).not.toContain(proposal.id);
  });

  it('is refused by the database without a proposal that another admin has confirmed', async () => {
    const { transaction, upiId, proposal } = await givenProposedPayout();
    const audit = (action: string) =>
      `insert into audit_log (actor_id, action, subject_type, subject, at) values (${checker.userId}, '${action}', 'transaction', '${upiId}', now())`;
    const approve = (admin: Member, more = '') =>
      `update wallet_transactions set status = 'approved', approved_by = ${admin.userId}, approved_at = db_now() ${more} where id = ${transaction.id};
       ${audit('transaction:approve')}`;
    const pay = (admin: Member) =>
      `update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = db_now(),
              payout_reference = 'UTR4242' where id = ${transaction.id};
       select move_for_transaction(${transaction.id}, 'withdrawal_payout', now()); ${audit('transaction:pay')}`;
    const confirm = (admin: Member, at = 'db_now()') =>
      `update proposals set status = 'confirmed', checker_id = ${admin.userId}, decided_at = ${at} where id = ${proposal.id}`;
    const refused = (words: string, ...statements: string[]) =>
      expect(database.pool.query(statements.join(';')), statements.join(';')).rejects.toThrow(words);

    await refused('needs a second admin', approve(checker));
    await refused('needs a second admin', pay(checker));
    await demand('payout', 50_001n);
    await refused('needs a second admin', approve(checker));
    await refused('needs a second admin', pay(checker));
    await demand('payout', 50_000n);
    await refused('proposals_two_admins', confirm(maker), approve(maker));
    await refused('may neither propose nor confirm', confirm(game), approve(game));
    await refused('may neither propose nor confirm', confirm({ ...checker, userId: -1n }));
    await refused('differs from its proposal', confirm(checker), pay(checker));
    await refused('differs from its proposal', confirm(checker), approve(checker, `, message = 'Another one.'`));
    await refused('differs from its proposal', confirm(checker), approve(owner));
    await refused('has not been done', confirm(checker), audit('x'));
    await refused('needs its row in the audit log', confirm(checker));
    await refused('has expired', confirm(checker, `db_now() + interval '24 hours'`));
    const change = (set: string) =>
      refused(
        'cannot change',
        `update proposals set ${set}, status = 'lapsed', decided_at = now() where id = ${proposal.id}`,
      );
    await change('amount = 1');
    await change(`payload = '{}'`);
    await change(`expires_at = expires_at + interval '1 hour'`);
    const propose = (at: string, hours: number) =>
      `insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
       select 'payout', -1, 'transaction', 'x', '{}', ${maker.userId}, at, at + interval '${hours} hours'
         from (select db_now() + interval '${at}' as at) t`;
    await refused('for 24 hours at most', propose('0', 25));
    await refused('for 24 hours at most', propose('1 minute 1 ms', 24));
    await refused('needs its row in the audit log', propose('1 minute', 24));

    await declineProposal(checker.ctx(), { proposalId: proposal.id });
    await refused('is decided once', confirm(checker));
    await refused('needs a second admin', approve(checker));
    domain.clock.advance(25 * HOUR);
    await demand('payout', 50_001n);
    await database.pool.query(approve(checker));
    // Any admin may pay it: the approval doesn't change.
    await database.pool.query(pay(maker));
  });

  it('lapses when its maker is deactivated or loses the role, and the database refuses its confirmation', async () => {
    await demand('payout', 50_000n);
    const confirm = (id: bigint) =>
      `update proposals set status = 'confirmed', checker_id = ${checker.userId}, decided_at = db_now() where id = ${id}`;
    const without = (change: string, id: bigint) =>
      expect(
        database.pool.query(`alter table users disable trigger users_proposals_lapsed; ${change}; ${confirm(id)}`),
        change,
      ).rejects.toThrow('may neither propose nor confirm');
    const statusOf = async (id: bigint) =>
      (await database.pool.query<{ status: string }>(`select status from proposals where id = ${id}`)).rows[0]?.status;
    const before = maker;
    for (const end of [
      (userId: bigint) => deactivateUser(owner.ctx(), { userId, reason }),
      (userId: bigint) => setAdminRoles(owner.ctx(), { userId, roles: ['GAME', 'SUPPORT'], reason }),
    ]) {
      maker = await givenOtherAdmin(domain, undefined, ['FINANCE']);
      const { proposal, player } = await givenProposedPayout();
      await without(
        `update users set status = 'deactivated', deactivated_at = now() where id = ${maker.userId}`,
        proposal.id,
      );
      await without(`update users set roles = '{GAME}' where id = ${maker.userId}`, proposal.id);
      await setAdminRoles(owner.ctx(), { userId: maker.userId, roles: ['FINANCE', 'GAME'], reason });
      expect(await statusOf(proposal.id)).toBe('open');
      await end(maker.userId);
      expect(await statusOf(proposal.id)).toBe('lapsed');
      expect(domain.published.at(-1)).toMatchObject({ type: 'proposalChanged', proposalId: String(proposal.id) });
      expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: proposal.id }))).toBe('PROPOSAL_ENDED');
      await expect(database.pool.query(confirm(proposal.id))).rejects.toThrow('is decided once');
      expect(await balances(player)).toEqual({ available: 0n, held: 50_000n });
    }
    maker = before;
  });

  it('is either confirmed or lapsed when its maker is deactivated at the same moment', async () => {
    const before = maker;
    maker = await givenOtherAdmin(domain, undefined, ['FINANCE']);
    const { proposal, transaction } = await givenProposedPayout();
    const [confirmed, ended] = await Promise.allSettled([
      confirmProposal(checker.ctx(), { proposalId: proposal.id }),
      deactivateUser(owner.ctx(), { userId: maker.userId, reason }),
    ]);
    expect(ended.status).toBe('fulfilled');
    const status = confirmed.status === 'fulfilled' ? 'approved' : 'pending';
    expect((await lookUp(domain.services, transaction.id))?.status).toBe(status);
    maker = before;
  });

  it('is refused by the database after 24 hours, whatever instant it carries', async () => {
    await demand('payout', 50_000n);
    const { proposal } = await givenProposedPayout();
    const at = new Date(domain.clock.now()).toISOString();
    const confirm = () =>
      database.pool.query(
        `update proposals set status = 'confirmed', checker_id = ${checker.userId}, decided_at = '${at}' where id = ${proposal.id}`,
      );
    domain.clock.advance(24 * HOUR + 59_999);
    await expect(confirm()).rejects.toThrow('needs its row in the audit log');
    domain.clock.advance(1);
    await expect(confirm()).rejects.toThrow('has expired');
  });
});

describe('what single admins decide in 24 hours', () => {
  const approve = (admin: Member, transaction: { id: bigint }, payoutReference?: string) =>
    decideTransaction(admin.ctx(), { transactionId: transaction.id, decision: 'APPROVE', payoutReference });
  const proposedIn = async (answers: Promise<{ proposed: boolean }>[]) =>
    (await Promise.all(answers)).map(({ proposed }) => proposed);
  /** Approves it as the application's own statement would, past the verb. */
  const inDatabase = ({ id }: { id: bigint }, admin: Member) =>
    database.pool.query(
      `update wallet_transactions set status = 'success', decided_by = ${admin.userId}, decided_at = db_now() where id = ${id}`,
    );
  const reference = () => `SUM${++accounts}00`;

  it('is summed by player over all admins, for deposits as well, and needs a second admin from the threshold on', async () => {
    await demand('deposit', 100_000n);
    const player = await givenMember(domain);
    const other = await givenMember(domain);
    const deposit = (of: Member, amount: number) => givenDeposit(domain, of, amount);
    expect(await approve(maker, await deposit(player, 400))).toMatchObject({ proposed: false });
    expect(await approve(checker, await deposit(player, 400))).toMatchObject({ proposed: false });
    expect(await approve(maker, await deposit(other, 999.99))).toMatchObject({ proposed: false });
    expect(await approve(maker, await deposit(other, 0.01))).toMatchObject({ proposed: true });
    const third = await deposit(player, 200);
    await expect(inDatabase(third, maker)).rejects.toThrow('needs a second admin');
    expect(await approve(maker, third)).toMatchObject({ proposed: true, transaction: { status: 'pending' } });
    expect(await balances(player)).toMatchObject({ available: 80_000n });
    expect(await refusalCode(approve(checker, third))).toBe('ALREADY_PROPOSED');
    await expect(inDatabase(third, checker)).rejects.toThrow('needs a second admin');
    const [proposal] = (await openProposals(checker.ctx())).filter(({ subjectId }) => subjectId === third.id);
    expect(proposal).toMatchObject({ kind: 'deposit', amount: 20_000n, makerId: maker.userId });
    await confirmProposal(checker.ctx(), { proposalId: proposal?.id ?? 0n });
    expect(await balances(player)).toMatchObject({ available: 100_000n });
    // What two admins decided doesn't count, and a day later nothing does.
    expect(await approve(owner, await deposit(player, 199.99))).toMatchObject({ proposed: false });
    expect(await approve(owner, await deposit(player, 0.01))).toMatchObject({ proposed: true });
    domain.clock.advance(24 * HOUR);
    expect(await approve(owner, await deposit(player, 999.99))).toMatchObject({ proposed: false });

    const fourth = await deposit(await givenMember(domain), 1_000);
    expect(await approve(maker, fourth)).toMatchObject({ proposed: true });
    const waits = (await openProposals(checker.ctx())).find(({ subjectId }) => subjectId === fourth.id);
    await declineProposal(checker.ctx(), { proposalId: waits?.id ?? 0n });
    const deny = { transactionId: fourth.id, decision: 'DENY', message: 'No payment.' } as const;
    expect(await decideTransaction(checker.ctx(), deny)).toMatchObject({ transaction: { status: 'failed' } });
  });

  it('counts at the same moment, and within one bulk approval', async () => {
    const [first, second] = [await givenMember(domain), await givenMember(domain)];
    const both = [await givenDeposit(domain, first, 600), await givenDeposit(domain, first, 600)] as const;
    const proposed = await proposedIn([approve(maker, both[0]), approve(checker, both[1])]);
    expect(proposed.filter((one) => one)).toHaveLength(1);
    const three = [];
    for (const amount of [400, 400, 400]) three.push((await givenDeposit(domain, second, amount)).id);
    const approvals = await approveDeposits(maker.ctx(), { transactionIds: three, idempotencyKey: 'bulk-1' });
    expect(approvals.map(({ proposed, refusal: why }) => [proposed, why])).toEqual([
      [false, null],
      [false, null],
      [true, null],
    ]);
    expect(await approveDeposits(maker.ctx(), { transactionIds: three, idempotencyKey: 'bulk-1' })).toEqual(approvals);
    expect(await balances(second)).toMatchObject({ available: 80_000n });
  });

  it('leaves out a deposit that a line of another admin’s statement covers, once for each line', async () => {
    const player = await givenMember(domain);
    const [payee] = await listActivePayees(owner.ctx(), 'upi');
    const payeeId = payee?.id ?? 0n;
    const imported = async (admin: Member, of: { reference: string | null }) =>
      importStatement(admin.ctx(), {
        payeeId,
        fileName: 'day.csv',
        content: Buffer.from(`Date,Narration,Ref,In,Out,Balance\n01/01/2026,UPI,${of.reference},5000.00,,`).toString(
          'base64',
        ),
        bank: 'Demo',
        mapping: statementMapping,
      });
    const [own, others, again] = [
      await givenDeposit(domain, player, 5_000, reference()),
      await givenDeposit(domain, player, 5_000, reference()),
      await givenDeposit(domain, player, 5_000, reference()),
    ];
    await imported(maker, own);
    await imported(checker, others);
    expect(await approve(maker, own)).toMatchObject({ proposed: true });
    await expect(inDatabase(own, maker)).rejects.toThrow('needs a second admin');
    expect(await approve(maker, others)).toMatchObject({ proposed: false, transaction: { status: 'success' } });
    // It isn't counted: the player's next one is.
    expect(await approve(maker, await givenDeposit(domain, player, 999))).toMatchObject({ proposed: false });
    await tamper(
      database,
      `update statement_lines set transaction_id = ${again.id}, reference = '${again.reference}', credit_key = '${again.referenceKey}' where transaction_id = ${others.id}`,
    );
    await expect(inDatabase(again, maker)).rejects.toThrow('needs a second admin');
    expect(await approve(maker, again)).toMatchObject({ proposed: true });
    await demand('deposit', null);
  });

  it('is summed by payout account too, whoever the players are', async () => {
    await demand('payout', 100_000n);
    const payout = async (upiId: string, amount: number) => {
      const player = await givenMember(domain, { rupees: amount });
      const { transaction } = await requestWithdrawal(player.ctx(), { amount: rupees(amount), upiId });
      return transaction;
    };
    const account = `shared${++accounts}@okbank`;
    expect(await approve(maker, await payout(account, 500), reference())).toMatchObject({ proposed: false });
    expect(await approve(checker, await payout(account.toUpperCase(), 499), reference())).toMatchObject({
      proposed: false,
    });
    const third = await payout(account, 1);
    await expect(inDatabase(third, owner)).rejects.toThrow('needs a second admin');
    expect(await refusalCode(approve(owner, third, reference()))).toBe('INVALID_INPUT');
    expect(await approve(owner, third)).toMatchObject({ proposed: true });
    expect(await approve(maker, await payout(`own${++accounts}@okbank`, 500), reference())).toMatchObject({
      proposed: false,
    });
    await demand('payout', null);
  });

  it('is summed by admin over all players, where that is set', async () => {
    const set = (makerDayAmount: bigint | null) =>
      setSecondAdminThreshold(owner.ctx(), {
        kind: 'deposit',
        fromAmount: null,
        makerDayAmount: makerDayAmount === null ? null : paise(makerDayAmount),
        reason,
      });
    expect(await refusalCode(set(0n))).toBe('INVALID_INPUT');
    const roles = { kind: 'roles', fromAmount: null, makerDayAmount: rupees(1), reason } as const;
    expect(await refusalCode(setSecondAdminThreshold(owner.ctx(), roles))).toBe('INVALID_INPUT');
    domain.clock.advance(24 * HOUR);
    expect(await set(100_000n)).toMatchObject({ threshold: { makerDayAmount: 100_000n }, proposed: false });
    expect(await titles(game)).toContain(
      `When a second admin is needed: deposit: Not any more: one admin is enough. Each admin from ₹1,000 a day on. Reason: ${reason}`,
    );
    const deposit = async (amount: number) => givenDeposit(domain, await givenMember(domain), amount);
    expect(await approve(maker, await deposit(600))).toMatchObject({ proposed: false });
    const second = await deposit(400);
    await expect(inDatabase(second, maker)).rejects.toThrow('needs a second admin');
    expect(await approve(maker, second)).toMatchObject({ proposed: true });
    expect(await approve(checker, await deposit(400))).toMatchObject({ proposed: false });
    await demand('deposit', null);
    expect(await approve(checker, await deposit(600))).toMatchObject({ proposed: true });
    await set(null);
  });

  it('is summed for corrections by their amounts, added or taken', async () => {
    await demand('correction', 100_000n);
    const player = await givenMember(domain);
    const correct = (admin: Member, amount: bigint) =>
      correctBalance(admin.ctx(), { playerId: player.userId, amount: paise(amount), reason, evidence: 'A ticket' });
    expect((await correct(maker, 60_000n)).correctionId).not.toBeNull();
    expect((await correct(checker, -39_999n)).correctionId).not.toBeNull();
    await expect(
      database.pool.query(
        `select correct_balance(${player.userId}, 1, '${reason}', 'x', null, ${owner.userId}, null, db_now())`,
      ),
    ).rejects.toThrow('needs a second admin');
    expect((await correct(owner, 1n)).correctionId).toBeNull();
    await demand('correction', null);
  });
});

describe('where players pay', () => {
  const account = { accountNumber: '50100012345678', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli Games' };
  const upiIds = async () =>
    (await listActivePayees(owner.ctx(), 'upi')).map(({ upiId }) => upiId).filter((upiId) => upiId?.endsWith('@bank'));
  const confirm = (admin: Member, { id }: { id: bigint }) => {
    domain.clock.advance(1_000);
    return confirmProposal(admin.ctx(), { proposalId: id });
  };
  const add = async (upiId: string) => {
    expect(await addUpiPayee(maker.ctx(), { upiId, reason })).toEqual({ payee: null, proposed: true });
    return openAbout(upiId);
  };

  it('changes at once without a threshold', async () => {
    for (const upiId of ['one@bank', 'two@bank']) {
      expect(await addUpiPayee(maker.ctx(), { upiId, reason })).toMatchObject({ payee: { upiId }, proposed: false });
    }
    expect(await upiIds()).toEqual(['two@bank', 'one@bank']);
    await demand('payee', 0n);
  });

  it('takes a new account once another admin has confirmed exactly that one', async () => {
    const input = { ...account, reason };
    expect(await addBankPayee(maker.ctx(), input)).toEqual({ payee: null, proposed: true });
    const proposal = await openAbout(account.accountNumber);
    expect(proposal.payload).toEqual({ change: 'ADDED', channel: 'bank', upiId: null, ...account, reason });
    expect(await listPayees(owner.ctx(), 'bank')).toEqual([]);
    expect((await titles(checker))[0]).toContain(`Meera proposes: account for deposits ${account.accountNumber}`);
    const held = await refusal(addBankPayee(checker.ctx(), input));
    expect(held).toMatchObject({ code: 'ALREADY_PROPOSED' });
    expect(held.message).toContain('Meera');
    expect(await refusalCode(confirm(maker, proposal))).toBe('OWN_PROPOSAL');
    expect(await refusalCode(confirm(game, proposal))).toBe('FORBIDDEN');

    await confirm(checker, proposal);
    expect(await listActivePayees(owner.ctx(), 'bank')).toMatchObject([account]);
    const row = (await audited(account.accountNumber)).at(-1);
    expect(row).toMatchObject({ action: 'payee:add', actor: checker.user.uid });
    expect(row?.after).toContain(`"proposedBy":"${maker.user.uid}"`);
    expect(domain.published).toContainEqual({ type: 'payeesChanged', channel: 'bank' });
    expect(await refusal(addBankPayee(checker.ctx(), input))).toMatchObject({ extra: { field: 'accountNumber' } });
    expect(await refusal(addUpiPayee(checker.ctx(), { upiId: 'one@bank', reason }))).toMatchObject({
      extra: { field: 'upiId' },
    });
  });

  it('is activated and chosen by two, and switched off by one, which ends a proposal', async () => {
    const one = (await listActivePayees(owner.ctx(), 'upi')).find(({ upiId }) => upiId === 'one@bank');
    const payeeId = one?.id ?? 0n;
    expect(await showPayee(maker.ctx(), { payeeId, reason })).toMatchObject({ proposed: true, payee: { id: payeeId } });
    expect(await upiIds()).toEqual(['two@bank', 'one@bank']);
    expect(await refusalCode(showPayee(checker.ctx(), { payeeId, reason }))).toBe('ALREADY_PROPOSED');
    await confirm(checker, await openAbout('one@bank'));
    expect(await upiIds()).toEqual(['one@bank', 'two@bank']);
    expect((await audited('one@bank')).at(-1)).toMatchObject({ action: 'payee:show' });

    const activate = () => setPayeeActive(maker.ctx(), { payeeId, active: true, reason });
    const off = { payeeId, active: false, reason };
    expect(await setPayeeActive(maker.ctx(), off)).toMatchObject({ proposed: false, payee: { active: false } });
    expect(await activate()).toMatchObject({ proposed: true, payee: { active: false } });
    await confirm(checker, await openAbout('one@bank'));
    expect(await upiIds()).toEqual(['one@bank', 'two@bank']);

    await setPayeeActive(maker.ctx(), off);
    await activate();
    const lapsed = await openAbout('one@bank');
    await removePayee(maker.ctx(), { payeeId, reason });
    expect(await refusalCode(confirm(checker, lapsed))).toBe('NOT_FOUND');
    expect((await openProposals(owner.ctx())).map(({ id }) => id)).not.toContain(lapsed.id);
    const two = (await listActivePayees(owner.ctx(), 'upi'))[0]?.id ?? 0n;
    expect(await setPayeeActive(maker.ctx(), { payeeId: two, active: true, reason })).toMatchObject({
      proposed: false,
    });
  });

  it('is left as it is by the server itself at its start', async () => {
    await tamper(database, `update payees set upi_id = 'was@rangoli' where upi_id = 'play@rangoli'`);
    await seedPlayPayee(domain.as({ kind: 'system' }));
    expect((await listPayees(owner.ctx(), 'upi')).map(({ upiId }) => upiId)).not.toContain('play@rangoli');
  });

  it('is guarded by the database', async () => {
    const proposal = await add('new@bank');
    const audit = (subject: string, action = 'payee:add') =>
      `insert into audit_log (actor_id, action, subject_type, subject, reason, at)
       values (${checker.userId}, '${action}', 'payee', '${subject}', '${reason}', now())`;
    const confirmIt = (id = proposal.id) =>
      `update proposals set status = 'confirmed', checker_id = ${checker.userId}, decided_at = date_trunc('milliseconds', db_now()) where id = ${id}`;
    const insert = (upiId: string) =>
      `insert into payees (channel, upi_id, created_at, activated_at) select 'upi', '${upiId}', t, t from date_trunc('milliseconds', db_now()) t`;
    const refused = (text: string, ...statements: string[]) =>
      expect(database.pool.query(statements.join(';')), statements.join(';')).rejects.toThrow(text);
    const needed = 'needs a second admin';
    const bank = (number: string, ifsc: string, holder: string) =>
      `insert into payees (channel, account_number, ifsc_code, account_holder_name, created_at, activated_at)
       select 'bank', '${number}', '${ifsc}', '${holder}', t, t from date_trunc('milliseconds', db_now()) t`;

    await refused(needed, insert('new@bank'), audit('new@bank'));
    await refused(needed, confirmIt(), insert('other@bank'), audit('other@bank'));
    await refused('has not been done', confirmIt(), audit('new@bank'));
    const two = `update payees set activated_at = date_trunc('milliseconds', db_now()) where upi_id = 'two@bank'`;
    await refused(needed, two, audit('two@bank'));
    await refused(needed, confirmIt(), two, audit('two@bank'));
    await refused(needed, `update payees set upi_id = 'fake@bank' where upi_id = 'two@bank'`, audit('fake@bank'));
    await refused(
      needed,
      `update payees set account_holder_name = 'Fake' where channel = 'bank'`,
      audit(account.accountNumber),
    );
    const early = insert('new@bank').replace('t, t from', `t, t - interval '1 s' from`);
    await refused('has not been done', confirmIt(), early, audit('new@bank'));
    await database.pool.query([confirmIt(), insert('new@bank'), audit('new@bank')].join(';'));
    await database.pool.query(`update payees set upi_id = upi_id where upi_id = 'new@bank'; ${audit('new@bank')}`);
    await database.pool.query(
      `update payees set active = false, deactivated_at = now() where upi_id = 'new@bank'; ${audit('new@bank')}`,
    );
    const on = `update payees set active = true, deactivated_at = null, activated_at = date_trunc('milliseconds', db_now()) where upi_id = 'new@bank'`;
    await refused(needed, on, audit('new@bank'));

    const [newest] = await listPayees(owner.ctx(), 'upi');
    await setPayeeActive(maker.ctx(), { payeeId: newest?.id ?? 0n, active: true, reason });
    const again = await openAbout('new@bank');
    await refused(needed, confirmIt(again.id), insert('new2@bank'), audit('new2@bank'));
    await refused('has not been done', confirmIt(again.id), audit('new@bank'));
    await database.pool.query([confirmIt(again.id), on, audit('new@bank')].join(';'));

    const other = { ...account, accountNumber: '60100012345678' };
    await addBankPayee(maker.ctx(), { ...other, reason });
    const { id } = await openAbout(other.accountNumber);
    const [number, ifsc, holder] = [other.accountNumber, other.ifscCode, other.accountHolderName];
    await refused(`60100012345679 for deposits ${needed}`, confirmIt(id), bank('60100012345679', ifsc, holder));
    await refused(needed, confirmIt(id), bank(number, 'ICIC0001234', holder), audit(number));
    await refused(needed, confirmIt(id), bank(number, ifsc, 'Somebody'), audit(number));
    await database.pool.query([confirmIt(id), bank(number, ifsc, holder), audit(number)].join(';'));
    await demand('payee', null);
  });
});

describe('other roles of an admin', () => {
  it('are proposed by an owner and given once another owner confirms', async () => {
    expect(await refusal(demand('roles', 0n))).toMatchObject({ code: 'INVALID_INPUT' });
    const second = await givenOtherAdmin(domain, 'Omar', ['OWNER']);
    expect(await refusalCode(demand('roles', 100n))).toBe('INVALID_INPUT');
    await demand('roles', 0n);
    const change = (roles: string[]) => setAdminRoles(owner.ctx(), { userId: game.userId, roles, reason });
    const rolesNow = async () => {
      const { rows } = await database.pool.query<{ roles: string }>(
        `select roles::text from users where id = ${game.userId}`,
      );
      return rows[0]?.roles;
    };
    expect(await change(['GAME', 'FINANCE'])).toMatchObject({ proposed: true, admin: { roles: ['GAME'] } });
    expect(await rolesNow()).toBe('{GAME}');
    expect(await refusalCode(change(['OWNER']))).toBe('ALREADY_PROPOSED');
    const proposal = await openAbout(game.user.uid);
    const refused = (words: string, ...statements: string[]) =>
      expect(database.pool.query(statements.join(';')), statements.join(';')).rejects.toThrow(words);
    const give = (roles: string) => `update users set roles = '${roles}' where id = ${game.userId}`;
    const confirm = `update proposals set status = 'confirmed', checker_id = ${second.userId}, decided_at = db_now() where id = ${proposal.id}`;
    const audit = `insert into audit_log (action, subject_type, subject, at) values ('x', 'user', '${game.user.uid}', now())`;
    await refused('need a second admin', give('{FINANCE,GAME}'));
    await refused('need a second admin', confirm, give('{OWNER}'));
    await refused('has not been done', confirm, audit);

    expect(await refusalCode(confirmProposal(owner.ctx(), { proposalId: proposal.id }))).toBe('OWN_PROPOSAL');
    expect(await refusalCode(confirmProposal(checker.ctx(), { proposalId: proposal.id }))).toBe('FORBIDDEN');
    await confirmProposal(second.ctx(), { proposalId: proposal.id });
    expect(await rolesNow()).toBe('{FINANCE,GAME}');
    expect((await audited(game.user.uid)).at(-1)).toMatchObject({
      action: 'admin:setRoles',
      actor: second.user.uid,
      after: `{"proposedBy":"${owner.user.uid}","roles":"FINANCE, GAME"}`,
    });
    // What was confirmed is used up.
    await refused('need a second admin', give('{GAME}'), give('{FINANCE,GAME}'));
    // A new admin has none before another owner confirms them.
    const email = randomEmail();
    const { admin, proposed } = await registerAdmin(owner.ctx(), { email, name: 'Farah', roles: ['FINANCE'] });
    expect([proposed, admin.roles]).toEqual([true, []]);
    await refused(
      'need a second admin',
      `insert into users (uid, email, name, avatar, user_type, roles, password_hash, created_at)
       values ('87654321', 'new@example.com', 'New', 'lotus', 'admin', '{FINANCE}', 'x', now())`,
    );
    const first = await openAbout(admin.uid);
    expect(await refusalCode(confirmProposal(owner.ctx(), { proposalId: first.id }))).toBe('OWN_PROPOSAL');
    await confirmProposal(second.ctx(), { proposalId: first.id });
    expect((await audited(admin.uid)).at(-1)).toMatchObject({ action: 'admin:setRoles', actor: second.user.uid });

    await demand('roles', null);
    expect(await change(['GAME'])).toMatchObject({ proposed: false });
    expect(await rolesNow()).toBe('{GAME}');
  });
});
