import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../db/schema/settings.ts';
import { transactionClaims, transfers, walletTransactions } from '../../db/schema/wallet.ts';
import { recordAudit } from '../../server/domain/audit/recordAudit.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { addBankPayee, addUpiPayee } from '../support/world/payees.ts';
import { removePayee, setPayeeActive, showPayee } from '../../server/domain/settings/changePayee.ts';
import { currentPayee, listActivePayees, listPayees, payeesById } from '../../server/domain/settings/payees.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { deleteFilter, listSavedFilters, saveFilter } from '../../server/domain/settings/savedFilters.ts';
import { approveDeposits } from '../../server/domain/wallet/approveDeposits.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { claimsOf, claimTransaction, releaseTransaction } from '../../server/domain/wallet/claimTransaction.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { duplicatesOf } from '../../server/domain/wallet/duplicates.ts';
import { moneySummaries } from '../../server/domain/wallet/moneySummary.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { promisedBy } from '../../server/domain/wallet/promisedTime.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import type { AdminTransactionFilter } from '../../server/domain/wallet/transactionFilter.ts';
import {
  listOwnTransactions,
  listTransactions,
  type TransactionOrder,
} from '../../server/domain/wallet/transactionList.ts';
import { transactionTotals } from '../../server/domain/wallet/transactionTotals.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import {
  givenDeposit,
  givenMember,
  givenOtherAdmin,
  givenPrimaryAdmin,
  type Member,
  PLAY_UPI_ID,
} from '../support/world/members.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { refusal, refusalCode } from '../support/refusal.ts';

const HOUR = 3_600_000;
const reason = 'asked for by a test';
const RUPEES_500 = paise(50_000n);
const play = { upiId: PLAY_UPI_ID };
const HOUSE_ACCOUNT = { accountNumber: '50100123456789', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli' };

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  await seedPlayPayee(domain.as({ kind: 'system' }));
});
afterAll(() => database.close());

async function available(player: Member): Promise<bigint | undefined> {
  return (await readBalances(database.db, [player.userId])).get(player.userId)?.available;
}

const deciding = (transactionId: bigint, decision: 'APPROVE' | 'DENY', who = admin) =>
  decideTransaction(who.ctx(), { transactionId, decision });

describe('a deposit', () => {
  it('moves the money into the wallet when an admin approves it, and notifies the player', async () => {
    const player = await givenMember(domain);
    const { transaction } = await requestDeposit(player.ctx(), {
      amount: RUPEES_500,
      reference: 'ab12cd',
      payee: play,
    });
    expect(transaction).toMatchObject({
      status: 'pending',
      transactionType: 'credit',
      channel: 'upi',
      reference: 'ab12cd',
      referenceKey: 'AB12CD',
    });
    expect(await available(player)).toBe(0n);

    domain.published.length = 0;
    const decided = await decideTransaction(admin.ctx(), {
      transactionId: transaction.id,
      decision: 'APPROVE',
      message: ' thank you ',
    });
    expect(decided.transaction).toMatchObject({ status: 'success', message: 'thank you', decidedBy: admin.userId });
    expect(await available(player)).toBe(50_000n);
    expect(domain.published.map(({ type }) => type)).toEqual([
      'transactionChanged',
      'walletChanged',
      'notificationAdded',
    ]);
    const { rows } = await listNotifications(player.ctx(), { limit: 1 });
    expect(rows).toMatchObject([{ kind: 'DEPOSIT_DECIDED', title: 'Deposit approved' }]);
  });

  it('moves nothing when it is denied', async () => {
    const player = await givenMember(domain);
    const { id } = await givenDeposit(domain, player, 500);
    expect((await deciding(id, 'DENY')).transaction.status).toBe('failed');
    expect(await available(player)).toBe(0n);
    expect(await database.db.$count(transfers, eq(transfers.referenceId, id))).toBe(0);
  });

  it('is decided once, though ten admins approve it at the same moment', async () => {
    const player = await givenMember(domain);
    const others = [admin, await givenOtherAdmin(domain), await givenOtherAdmin(domain)];
    const { id } = await givenDeposit(domain, player, 500);
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => deciding(id, n % 4 === 3 ? 'DENY' : 'APPROVE', others[n % 3])),
    );
    const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'ALREADY_DECIDED', extra: { transactionId: id } });
    }
    const approved = won[0]?.value.transaction.status === 'success';
    expect(await available(player)).toBe(approved ? 50_000n : 0n);
    expect(await database.db.$count(auditLog, sql`${auditLog.subject} = ${won[0]?.value.transaction.reference}`)).toBe(
      1,
    );
  });

  it('gets a clear answer on a second decision', async () => {
    const { id } = await givenDeposit(domain, await givenMember(domain), 500);
    await deciding(id, 'DENY');
    expect(await refusal(deciding(id, 'APPROVE'))).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'This transaction was already denied.',
    });
    expect(await refusalCode(deciding(999_999n, 'APPROVE'))).toBe('NOT_FOUND');
  });

  it.each([
    ['a reference that is too short', { reference: 'abc' }, 'reference'],
    ['a reference with other characters', { reference: 'ab_12_cd' }, 'reference'],
    ['nothing', { amount: paise(0n) }, 'amount'],
    ['more than ₹1,00,00,000', { amount: paise(1_000_000_001n) }, 'amount'],
    ['an account that is not ours', { payee: { upiId: 'else@bank' } }, 'upiId'],
    ['an unknown payee', { payee: { payeeId: 999_999n } }, 'payeeId'],
  ])('is refused for %s, and changes nothing', async (_what, changes, field) => {
    const player = await givenMember(domain);
    const input = { amount: RUPEES_500, reference: 'GOOD1234', payee: play, ...changes };
    expect(await refusal(requestDeposit(player.ctx(), input))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field },
    });
    expect((await listOwnTransactions(player.ctx(), {}, { limit: 5 })).rows).toEqual([]);
  });

  it('may use a reference of real money again once it was denied, not while it is pending or approved', async () => {
    await setMoneyMode(database, 'real');
    const [one, two] = [await givenMember(domain), await givenMember(domain)];
    const first = await givenDeposit(domain, one, 500, 'TWICE001');
    expect(await refusalCode(givenDeposit(domain, two, 500, 'twice001'))).toBe('REFERENCE_TAKEN');
    await deciding(first.id, 'DENY');
    const second = await givenDeposit(domain, two, 500, 'TWICE001');
    await deciding(second.id, 'APPROVE');
    expect(await refusalCode(givenDeposit(domain, one, 500, 'TWICE001'))).toBe('REFERENCE_TAKEN');
    const [duplicates] = await duplicatesOf(admin.ctx(), [second.id]);
    expect(duplicates?.map(({ id }) => id)).toEqual([first.id]);
    await setMoneyMode(database, 'play');
  });

  it('with one reference is taken once, though ten are sent at the same moment', async () => {
    const players = await Promise.all(Array.from({ length: 10 }, () => givenMember(domain)));
    await setMoneyMode(database, 'real');
    const attempts = await Promise.allSettled(players.map((player) => givenDeposit(domain, player, 500, 'RACE0001')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await setMoneyMode(database, 'play');
  });

  it('is requested by players and decided by admins', async () => {
    const player = await givenMember(domain);
    const input = { amount: RUPEES_500, reference: 'ROLE0001', payee: play };
    expect(await refusalCode(requestDeposit(admin.ctx(), input))).toBe('FORBIDDEN');
    expect(await refusalCode(requestDeposit(domain.as({ kind: 'anonymous' }), input))).toBe('UNAUTHENTICATED');
    const { id } = await givenDeposit(domain, player, 500);
    expect(await refusalCode(deciding(id, 'APPROVE', player))).toBe('FORBIDDEN');
  });

  it('takes words of at most 150 characters with its decision, and no bank reference', async () => {
    const { id } = await givenDeposit(domain, await givenMember(domain), 500);
    const decide = (more: { message?: string; payoutReference?: string }) =>
      decideTransaction(admin.ctx(), { transactionId: id, decision: 'APPROVE', ...more });
    expect(await refusal(decide({ message: 'x'.repeat(151) }))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'message' },
    });
    expect(await refusalCode(decide({ payoutReference: 'AXIS1' }))).toBe('INVALID_INPUT');
    expect((await decide({ message: '🪔'.repeat(150) })).transaction.status).toBe('success');
  });
});

describe('a payee', () => {
  it('is shown when it was switched on last', async () => {
    const player = await givenMember(domain);
    const first = await addUpiPayee(admin.ctx(), { upiId: 'first@bank', reason });
    domain.clock.advance(1_000);
    const second = await addUpiPayee(admin.ctx(), { upiId: 'second@bank', reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(second.id);
    domain.clock.advance(1_000);
    await setPayeeActive(admin.ctx(), { payeeId: first.id, active: false, reason });
    await setPayeeActive(admin.ctx(), { payeeId: first.id, active: true, reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(first.id);
    await removePayee(admin.ctx(), { payeeId: first.id, reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(second.id);
    expect((await listPayees(admin.ctx(), 'upi')).map(({ id }) => id)).not.toContain(first.id);
    await removePayee(admin.ctx(), { payeeId: second.id, reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.upiId).toBe(PLAY_UPI_ID);
    expect(await currentPayee(player.ctx(), 'bank')).toBeNull();
  });

  it('may be named for 24 hours after it was switched off', async () => {
    const player = await givenMember(domain);
    const account = { accountNumber: '0012345678', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli' };
    const { id } = await addBankPayee(admin.ctx(), { ...account, reason });
    const deposit = (reference: string) =>
      requestDeposit(player.ctx(), { amount: RUPEES_500, reference, payee: { accountNumber: '0012345678' } });
    expect((await deposit('BANK0001')).transaction).toMatchObject({ channel: 'bank', payeeId: id });
    await removePayee(admin.ctx(), { payeeId: id, reason, depositsStop: true });
    domain.clock.advance(24 * HOUR - 1);
    const late = (await deposit('BANK0002')).transaction;
    expect((await payeesById(admin.ctx(), [late.payeeId ?? 0n]))[0]?.active).toBe(false);
    domain.clock.advance(1);
    expect(await refusal(deposit('BANK0003'))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'bankAccount' },
    });
  });

  it('is known by its account number without the zeros in front, which a JSON number cannot have', async () => {
    const player = await givenMember(domain);
    const account = { accountNumber: '00098765432', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli' };
    const { id } = await addBankPayee(admin.ctx(), { ...account, reason });
    const deposit = (accountNumber: string, reference: string) =>
      requestDeposit(player.ctx(), { amount: RUPEES_500, reference, payee: { accountNumber } });
    expect((await deposit('98765432', 'ZERO0001')).transaction.payeeId).toBe(id);
    expect((await deposit('00098765432', 'ZERO0002')).transaction.payeeId).toBe(id);
    expect(await refusalCode(deposit('9876543', 'ZERO0003'))).toBe('INVALID_INPUT');
  });

  it('is shown when an admin chooses it, until another one is added', async () => {
    const player = await givenMember(domain);
    const older = await addUpiPayee(admin.ctx(), { upiId: 'older@bank', reason });
    domain.clock.advance(1_000);
    const newer = await addUpiPayee(admin.ctx(), { upiId: 'newer@bank', reason });
    domain.clock.advance(1_000);
    await showPayee(admin.ctx(), { payeeId: older.id, reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(older.id);
    expect((await listActivePayees(admin.ctx(), 'upi')).slice(0, 2).map(({ id }) => id)).toEqual([older.id, newer.id]);
    await setPayeeActive(admin.ctx(), { payeeId: newer.id, active: false, reason });
    expect(await refusal(showPayee(admin.ctx(), { payeeId: newer.id, reason }))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'payeeId' },
    });
    domain.clock.advance(1_000);
    const newest = await addUpiPayee(admin.ctx(), { upiId: 'newest@bank', reason });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(newest.id);
    for (const { id } of [older, newer, newest]) await removePayee(admin.ctx(), { payeeId: id, reason });
  });

  it('is changed with a reason, which every other admin gets at once', async () => {
    const other = await givenOtherAdmin(domain);
    domain.published.length = 0;
    expect(await refusalCode(addUpiPayee(admin.ctx(), { upiId: 'told@bank', reason: 'too short' }))).toBe(
      'INVALID_INPUT',
    );
    const { id } = await addUpiPayee(admin.ctx(), { upiId: 'told@bank', reason });
    const { rows } = await listNotifications(other.ctx(), { limit: 1 });
    expect(rows).toMatchObject([{ kind: 'PAYEE_CHANGED', body: `told@bank. Reason: ${reason}` }]);
    expect(domain.published).toContainEqual({ type: 'payeesChanged', channel: 'upi' });
    await removePayee(admin.ctx(), { payeeId: id, reason });
    await expect(
      database.app.db.transaction(async (tx) => {
        await tx.execute(sql`update payees set activated_at = now() where upi_id = ${PLAY_UPI_ID}`);
        await recordAudit(tx, admin.ctx(), { action: 'payee:show', subjectType: 'payee', subject: PLAY_UPI_ID });
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('needs a reason') } });
  });

  it('that is the last of its channel goes only with the confirmation that deposits stop', async () => {
    for (const { id: payeeId } of await listActivePayees(admin.ctx(), 'bank')) {
      await removePayee(admin.ctx(), { payeeId, reason, depositsStop: true });
    }
    const { id } = await addBankPayee(admin.ctx(), { ...HOUSE_ACCOUNT, reason });
    const other = await addBankPayee(admin.ctx(), { ...HOUSE_ACCOUNT, accountNumber: '60100123456789', reason });
    // Both at once: each would have left the other one.
    const attempts = await Promise.allSettled(
      [id, other.id].map((payeeId) => setPayeeActive(admin.ctx(), { payeeId, active: false, reason })),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [last] = await listActivePayees(admin.ctx(), 'bank');
    const payeeId = last?.id ?? 0n;
    expect(await refusal(removePayee(admin.ctx(), { payeeId, reason }))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'depositsStop' },
    });
    await expect(
      database.app.db.transaction(async (tx) => {
        await tx.execute(sql`update payees set active = false, deactivated_at = now() where id = ${payeeId}`);
        const subject = last?.accountNumber ?? '';
        await recordAudit(tx, admin.ctx(), { action: 'payee:deactivate', subjectType: 'payee', subject, reason });
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('needs depositsStop') } });
    await removePayee(admin.ctx(), { payeeId, reason, depositsStop: true });
    expect(await listActivePayees(admin.ctx(), 'bank')).toEqual([]);
    await removePayee(admin.ctx(), { payeeId: payeeId === id ? other.id : id, reason });
  });

  it('is in the list once', async () => {
    const { id } = await addUpiPayee(admin.ctx(), { upiId: 'once@bank', reason });
    expect(await refusal(addUpiPayee(admin.ctx(), { upiId: 'once@bank', reason }))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'upiId' },
    });
    await removePayee(admin.ctx(), { payeeId: id, reason });
    await addUpiPayee(admin.ctx(), { upiId: 'once@bank', reason });
    expect(await refusalCode(setPayeeActive(admin.ctx(), { payeeId: id, active: true, reason }))).toBe('NOT_FOUND');
  });

  it('of play money is there from the start, until an admin takes it away or money is real', async () => {
    const fresh = await createTestDatabase();
    try {
      const start = openDomain(fresh);
      const system = () => start.as({ kind: 'system' });
      await Promise.all(Array.from({ length: 5 }, () => seedPlayPayee(system())));
      const owner = await givenPrimaryAdmin(start);
      const [play1, ...more] = await listPayees(owner.ctx());
      expect(play1).toMatchObject({ upiId: PLAY_UPI_ID, active: true });
      expect(more).toEqual([]);
      start.services.config.moneyMode = 'real';
      await seedPlayPayee(system());
      expect(await listPayees(owner.ctx())).toMatchObject([{ upiId: PLAY_UPI_ID, active: false }]);
      await removePayee(owner.ctx(), { payeeId: play1?.id ?? 0n, reason });
      start.services.config.moneyMode = 'play';
      await seedPlayPayee(system());
      expect(await listPayees(owner.ctx())).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});

describe('admins', () => {
  it('find requests by part of what names them, their player or their payee, and by whole amounts', async () => {
    const player = await givenMember(domain, { name: 'Zubin Fardoonji', rupees: 50 });
    const payee = await addUpiPayee(admin.ctx(), { upiId: 'findable.pay@upi', reason });
    const first = await givenDeposit(domain, player, 1_234.5, 'FIND0001');
    const { transaction: second } = await requestDeposit(player.ctx(), {
      amount: paise(7_700n),
      reference: 'FIND0002',
      payee: { payeeId: payee.id },
    });
    await deciding(second.id, 'DENY');
    const { transaction: payout } = await requestWithdrawal(player.ctx(), {
      amount: paise(1_000n),
      upiId: 'zub_in@okbank',
    });
    await decideTransaction(admin.ctx(), {
      transactionId: payout.id,
      decision: 'APPROVE',
      payoutReference: 'PAYOUT77',
    });
    const ids = async (search: string, order?: TransactionOrder) =>
      (await listTransactions(admin.ctx(), { search }, { limit: 10 }, order)).rows.map(({ id }) => id);

    for (const part of [' find0001 ', 'IND0001', domain.services.ids.seal('Transaction', first.id)]) {
      expect(await ids(part), part).toEqual([first.id]);
    }
    const all = [payout.id, second.id, first.id];
    const { uid, email } = player.user;
    for (const part of ['bin fard', uid, uid.slice(1), email.slice(0, -3).toUpperCase()]) {
      expect(
        (await ids(part)).filter((id) => all.includes(id)),
        part,
      ).toEqual(all);
    }
    expect(await ids('findable')).toEqual([second.id]);
    for (const part of ['b_in@ok', 'out77']) expect(await ids(part), part).toEqual([payout.id]);
    expect(await ids('₹1,234.50')).toEqual([first.id]);
    expect(await ids('fardoonji', 'oldestFirst')).toContain(first.id);
    // Each word in another column, one of them as an amount; words too short for a part don't count.
    for (const words of ['FARDOONJI 1,234.50', '₹1234.5  zubin', 'find0001 of zubin', 'zubin ND0001 fardoonji']) {
      expect(await ids(words), words).toEqual([first.id]);
    }
    expect(await ids('fardoonji 77')).toEqual([second.id]);
    expect(await ids('findable 77')).toEqual([second.id]);
    expect(await ids('zub_in@okbank fardoonji')).toEqual([payout.id]);
    for (const none of ['fardoonji 1,234.51', 'zubin findable 10', 'of zubin find0001 zubin a b c d']) {
      expect(await ids(none), none).toEqual([]);
    }
    for (const none of ['fi', '%%%', 'b%in@ok', "nothing' or true --\0"]) expect(await ids(none), none).toEqual([]);
    expect(await ids(' ')).toHaveLength(10);
  });

  it('filter by everything that a bank statement has, in order of time or amount, with counts and sums', async () => {
    const player = await givenMember(domain, { name: 'Rustom Filter', rupees: 500 });
    const decider = await givenOtherAdmin(domain);
    domain.clock.advance(HOUR);
    const from = new Date(domain.clock.now());
    const small = await givenDeposit(domain, player, 10);
    const large = await givenDeposit(domain, player, 90);
    domain.clock.advance(HOUR);
    const between = new Date(domain.clock.now());
    const middle = await givenDeposit(domain, player, 50);
    const { transaction: payout } = await requestWithdrawal(player.ctx(), {
      amount: paise(5_000n),
      bankAccount: { accountNumber: '991122334455', ifscCode: 'SBIN0001234', accountHolderName: 'Rustom' },
    });
    await deciding(large.id, 'APPROVE', decider);
    const ids = async (filter: AdminTransactionFilter, order?: TransactionOrder) => {
      const page = { limit: 20 };
      return (await listTransactions(admin.ctx(), { search: 'rustom', from, ...filter }, page, order)).rows.map(
        ({ id }) => id,
      );
    };
    expect(await ids({})).toEqual([payout.id, middle.id, large.id, small.id]);
    expect(await ids({}, 'oldestFirst')).toEqual([small.id, large.id, middle.id, payout.id]);
    expect(await ids({}, 'largestFirst')).toEqual([large.id, payout.id, middle.id, small.id]);
    expect(await ids({ from: between })).toEqual([payout.id, middle.id]);
    expect(await ids({ to: between })).toEqual([large.id, small.id]);
    expect(await ids({ minAmount: paise(5_000n), maxAmount: paise(5_000n) })).toEqual([payout.id, middle.id]);
    expect(await ids({ channel: 'bank' })).toEqual([payout.id]);
    expect(await ids({ payeeId: small.payeeId ?? 0n })).toEqual([middle.id, large.id, small.id]);
    expect(await ids({ decidedBy: decider.user.uid })).toEqual([large.id]);
    expect(await ids({ decidedBy: 'nobody' })).toEqual([]);
    expect(await ids({ status: 'pending', transactionType: 'credit' })).toEqual([middle.id, small.id]);
    expect(await refusalCode(ids({ to: from }))).toBe('INVALID_INPUT');
    expect(await refusalCode(ids({ minAmount: paise(2n), maxAmount: paise(1n) }))).toBe('INVALID_INPUT');
    const listed: bigint[] = [];
    for (let after: bigint | undefined; ;) {
      const page = await listTransactions(
        admin.ctx(),
        { search: 'rustom', from },
        { limit: 1, after },
        'smallestFirst',
      );
      listed.push(...page.rows.map(({ id }) => id));
      after = page.rows.at(-1)?.id;
      if (!page.hasNext) break;
    }
    expect(listed).toEqual([small.id, middle.id, payout.id, large.id]);
    expect(await transactionTotals(admin.ctx(), { search: 'rustom', from })).toEqual({
      deposits: { count: 3, amount: 15_000n },
      withdrawals: { count: 1, amount: 5_000n },
      byStatus: [
        {
          status: 'pending',
          deposits: { count: 2, amount: 6_000n },
          withdrawals: { count: 1, amount: 5_000n },
        },
        {
          status: 'success',
          deposits: { count: 1, amount: 9_000n },
          withdrawals: { count: 0, amount: 0n },
        },
      ],
      capped: false,
    });
    expect(await refusalCode(transactionTotals(player.ctx(), {}))).toBe('FORBIDDEN');
  });

  it('claim a request for 5 minutes, let go of it, and take it over', async () => {
    const other = await givenOtherAdmin(domain);
    const player = await givenMember(domain);
    const pending = await givenDeposit(domain, player, 20);
    const transactionId = pending.id;
    expect(promisedBy(pending)).toEqual(new Date(pending.createdAt.getTime() + HOUR / 2));
    const claim = (who: Member, takeOver = false) => claimTransaction(who.ctx(), { transactionId, takeOver });
    const holder = async () => (await claimsOf(admin.ctx(), [transactionId]))[0]?.adminId ?? null;
    domain.published.length = 0;
    expect((await claim(admin)).adminId).toBe(admin.userId);
    expect(domain.published).toEqual([{ type: 'transactionClaimed', transactionId: `${transactionId}` }]);
    expect((await claim(other)).adminId).toBe(admin.userId);
    domain.clock.advance(5 * 60_000 - 1);
    expect(await holder()).toBe(admin.userId);
    domain.clock.advance(1);
    expect(await holder()).toBeNull();
    expect((await claim(other)).adminId).toBe(other.userId);
    expect((await claim(admin, true)).adminId).toBe(admin.userId);
    await releaseTransaction(other.ctx(), { transactionId });
    expect(await holder()).toBe(admin.userId);
    await releaseTransaction(admin.ctx(), { transactionId });
    expect(await holder()).toBeNull();

    await claim(admin);
    const { transaction: decided } = await deciding(transactionId, 'APPROVE', other);
    expect(promisedBy(decided)).toBeNull();
    expect(await holder()).toBeNull();
    expect(await database.db.$count(transactionClaims)).toBe(0);
    expect(await refusalCode(claim(admin))).toBe('ALREADY_DECIDED');
    expect(await refusalCode(claim(player))).toBe('FORBIDDEN');
    expect(await refusalCode(claimTransaction(admin.ctx(), { transactionId: 999_999n }))).toBe('NOT_FOUND');
  });

  it('approve many deposits at once, each by itself and once', async () => {
    const player = await givenMember(domain, { rupees: 30 });
    const deposits = [await givenDeposit(domain, player, 10), await givenDeposit(domain, player, 20)];
    const denied = await givenDeposit(domain, player, 40);
    await deciding(denied.id, 'DENY');
    const { transaction: payout } = await requestWithdrawal(player.ctx(), {
      amount: paise(500n),
      upiId: 'asha@okbank',
    });
    const transactionIds = [deposits[0], denied, payout, deposits[1]].map((row) => row?.id ?? 0n);
    const approve = (ids: bigint[], idempotencyKey?: string) =>
      approveDeposits(admin.ctx(), { transactionIds: ids, idempotencyKey });
    const codes = async (answer: ReturnType<typeof approve>) =>
      (await answer).map(({ refusal: no }) => no?.code ?? null);

    const expected = [null, 'ALREADY_DECIDED', 'INVALID_INPUT', null];
    expect(await codes(approve(transactionIds, 'many'))).toEqual(expected);
    expect(await codes(approve(transactionIds, 'many'))).toEqual(expected);
    expect(await codes(approve([transactionIds[0] ?? 0n]))).toEqual(['ALREADY_DECIDED']);
    expect(await available(player)).toBe(3_000n - 500n + 3_000n);
    for (const wrong of [[], [1n, 1n], Array.from({ length: 101 }, (_, n) => BigInt(n + 1))]) {
      expect(await refusalCode(approve(wrong))).toBe('INVALID_INPUT');
    }
    expect(await refusalCode(approveDeposits(player.ctx(), { transactionIds }))).toBe('FORBIDDEN');
  });

  it('save filters by name, each their own', async () => {
    const other = await givenOtherAdmin(domain);
    const screen = 'transactions' as const;
    const save = (name: string, query: string) => saveFilter(admin.ctx(), { screen, name, query });
    await save(' Large payouts ', 'type=DEBIT&min=50000');
    expect(await save('Large payouts', 'type=DEBIT&min=60000')).toEqual([
      { name: 'Large payouts', query: 'type=DEBIT&min=60000' },
    ]);
    expect(await listSavedFilters(other.ctx(), screen)).toEqual([]);
    for (const name of ['', 'x'.repeat(41), 'a\0']) expect(await refusalCode(save(name, ''))).toBe('INVALID_INPUT');
    expect(await refusalCode(save('long', 'x'.repeat(1_001)))).toBe('INVALID_INPUT');
    await deleteFilter(other.ctx(), { screen, name: 'Large payouts' });
    expect(await listSavedFilters(admin.ctx(), screen)).toHaveLength(1);
    for (let n = 2; n <= 30; n += 1) await save(`filter ${n}`, '');
    expect(await refusalCode(save('one more', ''))).toBe('INVALID_INPUT');
    expect(await deleteFilter(admin.ctx(), { screen, name: 'Large payouts' })).toHaveLength(29);
  });

  it('see a player’s history beside a decision', async () => {
    const player = await givenMember(domain, { rupees: 300 });
    await deciding((await givenDeposit(domain, player, 40)).id, 'DENY');
    expect(await moneySummaries(admin.ctx(), [player.userId, 999_999n])).toMatchObject([
      {
        depositsApproved: 1,
        depositsDenied: 1,
        depositedTotal: 30_000n,
        withdrawnTotal: 0n,
        available: 30_000n,
        held: 0n,
        registeredAt: player.user.createdAt,
      },
      null,
    ]);
  });

  it('page through everything by keys', async () => {
    const all: bigint[] = [];
    let after: bigint | undefined;
    for (;;) {
      const page = await listTransactions(admin.ctx(), {}, { limit: 7, after });
      all.push(...page.rows.map(({ id }) => id));
      after = page.rows.at(-1)?.id;
      if (!page.hasNext) break;
    }
    expect(all).toHaveLength(await database.db.$count(walletTransactions));
    expect(all).toEqual(all.toSorted((a, b) => Number(b - a)));
  });
});
