import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../db/schema/settings.ts';
import { transfers, walletTransactions } from '../../db/schema/wallet.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { addBankPayee, addUpiPayee } from '../../server/domain/settings/addPayee.ts';
import { removePayee, setPayeeActive } from '../../server/domain/settings/changePayee.ts';
import { currentPayee, listPayees, payeesById } from '../../server/domain/settings/payees.ts';
import { seedPlayPayee } from '../../server/domain/settings/seedPlayPayee.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { duplicatesOf } from '../../server/domain/wallet/duplicates.ts';
import { moneySummaries } from '../../server/domain/wallet/moneySummary.ts';
import { paise } from '../../server/domain/wallet/money.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { listOwnTransactions, listTransactions } from '../../server/domain/wallet/transactionList.ts';
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
import { refusal, refusalCode } from '../support/refusal.ts';

const HOUR = 3_600_000;
const RUPEES_500 = paise(50_000n);
const play = { upiId: PLAY_UPI_ID };

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
      reference: 'AB12CD',
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
    ['a reference with other characters', { reference: 'ab-12-cd' }, 'reference'],
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

  it('may use a reference again once it was denied, not while it is pending or approved', async () => {
    const [one, two] = [await givenMember(domain), await givenMember(domain)];
    const first = await givenDeposit(domain, one, 500, 'TWICE001');
    expect(await refusalCode(givenDeposit(domain, two, 500, 'twice001'))).toBe('REFERENCE_TAKEN');
    await deciding(first.id, 'DENY');
    const second = await givenDeposit(domain, two, 500, 'TWICE001');
    await deciding(second.id, 'APPROVE');
    expect(await refusalCode(givenDeposit(domain, one, 500, 'TWICE001'))).toBe('REFERENCE_TAKEN');
    const [duplicates] = await duplicatesOf(admin.ctx(), [second.id]);
    expect(duplicates?.map(({ id }) => id)).toEqual([first.id]);
  });

  it('with one reference is taken once, though ten are sent at the same moment', async () => {
    const players = await Promise.all(Array.from({ length: 10 }, () => givenMember(domain)));
    const attempts = await Promise.allSettled(players.map((player) => givenDeposit(domain, player, 500, 'RACE0001')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
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
    const first = await addUpiPayee(admin.ctx(), { upiId: 'first@bank' });
    domain.clock.advance(1_000);
    const second = await addUpiPayee(admin.ctx(), { upiId: 'second@bank' });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(second.id);
    domain.clock.advance(1_000);
    await setPayeeActive(admin.ctx(), { payeeId: first.id, active: false });
    await setPayeeActive(admin.ctx(), { payeeId: first.id, active: true });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(first.id);
    await removePayee(admin.ctx(), { payeeId: first.id });
    expect((await currentPayee(player.ctx(), 'upi'))?.id).toBe(second.id);
    expect((await listPayees(admin.ctx(), 'upi')).map(({ id }) => id)).not.toContain(first.id);
    await removePayee(admin.ctx(), { payeeId: second.id });
    expect((await currentPayee(player.ctx(), 'upi'))?.upiId).toBe(PLAY_UPI_ID);
    expect(await currentPayee(player.ctx(), 'bank')).toBeNull();
  });

  it('may be named for 24 hours after it was switched off', async () => {
    const player = await givenMember(domain);
    const account = { accountNumber: '0012345678', ifscCode: 'HDFC0001234', accountHolderName: 'Rangoli' };
    const { id } = await addBankPayee(admin.ctx(), account);
    const deposit = (reference: string) =>
      requestDeposit(player.ctx(), { amount: RUPEES_500, reference, payee: { accountNumber: '0012345678' } });
    expect((await deposit('BANK0001')).transaction).toMatchObject({ channel: 'bank', payeeId: id });
    await removePayee(admin.ctx(), { payeeId: id });
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
    const { id } = await addBankPayee(admin.ctx(), account);
    const deposit = (accountNumber: string, reference: string) =>
      requestDeposit(player.ctx(), { amount: RUPEES_500, reference, payee: { accountNumber } });
    expect((await deposit('98765432', 'ZERO0001')).transaction.payeeId).toBe(id);
    expect((await deposit('00098765432', 'ZERO0002')).transaction.payeeId).toBe(id);
    expect(await refusalCode(deposit('9876543', 'ZERO0003'))).toBe('INVALID_INPUT');
  });

  it('is in the list once', async () => {
    const { id } = await addUpiPayee(admin.ctx(), { upiId: 'once@bank' });
    expect(await refusal(addUpiPayee(admin.ctx(), { upiId: 'once@bank' }))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'upiId' },
    });
    await removePayee(admin.ctx(), { payeeId: id });
    await addUpiPayee(admin.ctx(), { upiId: 'once@bank' });
    expect(await refusalCode(setPayeeActive(admin.ctx(), { payeeId: id, active: true }))).toBe('NOT_FOUND');
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
      await removePayee(owner.ctx(), { payeeId: play1?.id ?? 0n });
      start.services.config.moneyMode = 'play';
      await seedPlayPayee(system());
      expect(await listPayees(owner.ctx())).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});

describe('admins', () => {
  it('find requests by reference, UID and amount, newest or oldest first', async () => {
    const player = await givenMember(domain);
    const first = await givenDeposit(domain, player, 1_234.5, 'FIND0001');
    const second = await givenDeposit(domain, player, 77, 'FIND0002');
    await deciding(second.id, 'DENY');
    const ids = async (filter: Parameters<typeof listTransactions>[1]) =>
      (await listTransactions(admin.ctx(), filter, { limit: 10 })).rows.map(({ id }) => id);

    expect(await ids({ search: ' find0001 ' })).toEqual([first.id]);
    expect(await ids({ search: player.user.uid })).toEqual([second.id, first.id]);
    expect(await ids({ search: player.user.uid, order: 'oldestFirst' })).toEqual([first.id, second.id]);
    expect(await ids({ search: '₹1,234.50' })).toEqual([first.id]);
    expect(await ids({ search: player.user.uid, status: 'pending' })).toEqual([first.id]);
    expect(await ids({ search: player.user.uid, transactionType: 'debit' })).toEqual([]);
    expect(await ids({ playerId: player.userId })).toEqual([second.id, first.id]);
    expect(await ids({ search: "nothing' or true --\0" })).toEqual([]);
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
