import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '../../db/schema/wallet.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { duplicatesOf } from '../../server/domain/wallet/duplicates.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { purgeKeys } from '../../server/domain/wallet/purgeKeys.ts';
import { requestDeposit } from '../../server/domain/wallet/requestDeposit.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { pendingWithdrawals, transactionsById } from '../../server/domain/wallet/transactionList.ts';
import { historyKey, walletHistory, type HistoryKey } from '../../server/domain/wallet/walletHistory.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenDeposit, givenMember, givenPrimaryAdmin, type Member, PLAY_UPI_ID } from '../support/world/members.ts';
import { refusal, refusalCode } from '../support/refusal.ts';

const DAY = 24 * 3_600_000;
const bankAccount = { accountNumber: '001122334455', ifscCode: 'sbin0001234', accountHolderName: 'Asha Rao' };

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
});
afterAll(() => database.close());

const rupees = (amount: number) => paise(BigInt(amount) * 100n);
const balances = async (player: Member) => (await readBalances(database.db, [player.userId])).get(player.userId);
const withdraw = (player: Member, amount: number, idempotencyKey?: string) =>
  requestWithdrawal(player.ctx(), { amount: rupees(amount), upiId: 'asha@okbank', idempotencyKey });
const decide = (transactionId: bigint, decision: 'APPROVE' | 'DENY', more = {}) =>
  decideTransaction(admin.ctx(), { transactionId, decision, ...more });

describe('a withdrawal', () => {
  it('is held at once, and paid out on approval with the bank’s reference', async () => {
    const player = await givenMember(domain, { rupees: 300 });
    const asked = await withdraw(player, 120);
    expect(asked.balances).toEqual({ available: 18_000n, held: 12_000n });
    expect(await balances(player)).toEqual(asked.balances);
    expect((await pendingWithdrawals(player.ctx())).map(({ id }) => id)).toEqual([asked.transaction.id]);

    const decided = await decide(asked.transaction.id, 'APPROVE', { payoutReference: 'AXIS42' });
    expect(decided.transaction).toMatchObject({ status: 'success', payoutReference: 'AXIS42' });
    expect(await balances(player)).toEqual({ available: 18_000n, held: 0n });
    expect(await pendingWithdrawals(player.ctx())).toEqual([]);
  });

  it('is approved over GraphQL with a payout reference, which belongs to one payout only', async () => {
    const player = await givenMember(domain, { rupees: 300 });
    const [one, two, three] = [await withdraw(player, 10), await withdraw(player, 20), await withdraw(player, 30)];
    const required = { grounds: 'required' } as const;
    for (const payoutReference of ['UTR', 'UTR-7001']) {
      expect(await refusal(decide(one.transaction.id, 'APPROVE', { payoutReference, ...required }))).toMatchObject({
        code: 'INVALID_INPUT',
        extra: { field: 'payoutReference' },
      });
    }
    const decided = await decide(one.transaction.id, 'APPROVE', { payoutReference: ' utr7001 ', ...required });
    expect(decided.transaction.payoutReference).toBe('UTR7001');
    const again = () => decide(two.transaction.id, 'APPROVE', { payoutReference: 'utr7001' });
    expect(await refusal(again())).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'payoutReference' } });
    const race = await Promise.allSettled(
      [two, three].map(({ transaction }) => decide(transaction.id, 'APPROVE', { payoutReference: 'UTR7002' })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const sum = race[0]?.status === 'fulfilled' ? 3_000n : 2_000n;
    expect(await balances(player)).toEqual({ available: 24_000n, held: sum });
  });

  it('is denied with a reason that fits it, which the player reads', async () => {
    const player = await givenMember(domain, { rupees: 300 });
    const { id } = (await withdraw(player, 10)).transaction;
    const deny = (more: object) => decide(id, 'DENY', { grounds: 'required', ...more });
    const field = async (more: object) => (await refusal(deny(more))).extra;
    expect(await field({})).toMatchObject({ field: 'denialReason' });
    expect(await field({ denialReason: 'NOT_RECEIVED' })).toMatchObject({ field: 'denialReason' });
    expect(await field({ denialReason: 'OTHER', message: ' ' })).toMatchObject({ field: 'message' });
    expect(await field({ denialReason: 'ACCOUNT_INVALID', payoutReference: 'UTR7003' })).toMatchObject({
      field: 'payoutReference',
    });
    expect(await refusalCode(decide(id, 'APPROVE', { denialReason: 'OTHER' }))).toBe('INVALID_INPUT');
    expect((await deny({ denialReason: 'ACCOUNT_INVALID', message: 'IFSC' })).transaction).toMatchObject({
      status: 'failed',
      denialReason: 'ACCOUNT_INVALID',
      message: 'IFSC',
    });
    const [told] = (await listNotifications(player.ctx(), { limit: 1 })).rows;
    expect(told?.body).toContain("The bank doesn't accept the account's details. Message: IFSC");
    const words = (await withdraw(player, 10)).transaction.id;
    const inWords = await decide(words, 'DENY', { grounds: 'required', message: 'Not today' });
    expect(inWords.transaction.denialReason).toBe('OTHER');
  });

  it('to a bank account keeps where the money is to go', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    const { transaction } = await requestWithdrawal(player.ctx(), { amount: rupees(10), bankAccount });
    expect(transaction).toMatchObject({ channel: 'bank', ...bankAccount, ifscCode: 'SBIN0001234', upiId: null });
  });

  it('returns when it is denied, and when the player cancels it', async () => {
    const player = await givenMember(domain, { rupees: 300 });
    await decide((await withdraw(player, 100)).transaction.id, 'DENY');
    expect(await balances(player)).toEqual({ available: 30_000n, held: 0n });
    const { id } = (await withdraw(player, 300)).transaction;
    const cancelled = await cancelWithdrawal(player.ctx(), { transactionId: id });
    expect(cancelled).toMatchObject({
      transaction: { status: 'cancelled' },
      balances: { available: 30_000n, held: 0n },
    });
    expect(await refusal(decide(id, 'APPROVE'))).toMatchObject({
      code: 'ALREADY_DECIDED',
      message: 'This transaction was already cancelled by the player.',
    });
    expect(await refusalCode(cancelWithdrawal(player.ctx(), { transactionId: id }))).toBe('ALREADY_DECIDED');
  });

  it('either pays out or returns when a decision and a cancellation meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const player = await givenMember(domain, { rupees: 50 });
      const { id } = (await withdraw(player, 50)).transaction;
      const attempts = await Promise.allSettled([
        decide(id, 'APPROVE', { payoutReference: `RACE${id}` }),
        cancelWithdrawal(player.ctx(), { transactionId: id }),
        decide(id, 'DENY'),
        cancelWithdrawal(player.ctx(), { transactionId: id }),
      ]);
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const paidOut = attempts[0].status === 'fulfilled';
      expect(await balances(player)).toEqual({ available: paidOut ? 0n : 5_000n, held: 0n });
    }
  });

  it('never exceeds what is available, even with 50 concurrent requests', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => withdraw(player, 30)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    }
    expect(await balances(player)).toEqual({ available: 1_000n, held: 9_000n });
  });

  it('is refused, in the words of the product, above the balance', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    expect(await refusal(withdraw(player, 11))).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'Entered amount exceeds available wallet balance.',
      extra: { availablePaise: 1_000n, field: 'amount' },
    });
    expect(await balances(player)).toEqual({ available: 1_000n, held: 0n });
  });

  it.each([
    ['no destination', {}, 'upiId'],
    ['two destinations', { upiId: 'asha@okbank', bankAccount }, 'upiId'],
    ['a wrong UPI id', { upiId: 'asha' }, 'upiId'],
    ['an account number with letters', { bankAccount: { ...bankAccount, accountNumber: '12x45' } }, 'accountNumber'],
    ['a wrong IFSC code', { bankAccount: { ...bankAccount, ifscCode: 'SBIN' } }, 'ifscCode'],
    ['nobody’s name', { bankAccount: { ...bankAccount, accountHolderName: '' } }, 'accountHolderName'],
    ['nothing', { upiId: 'asha@okbank', amount: paise(0n) }, 'amount'],
  ])('is refused with %s', async (_what, changes, field) => {
    const player = await givenMember(domain, { rupees: 10 });
    const refused = await refusal(requestWithdrawal(player.ctx(), { amount: rupees(5), ...changes }));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', extra: { field } });
    expect(await balances(player)).toEqual({ available: 1_000n, held: 0n });
  });

  it('can be cancelled and seen by its player only', async () => {
    const [player, other] = [await givenMember(domain, { rupees: 10 }), await givenMember(domain)];
    const { id } = (await withdraw(player, 10)).transaction;
    expect(await refusalCode(cancelWithdrawal(other.ctx(), { transactionId: id }))).toBe('NOT_FOUND');
    expect(await transactionsById(other.ctx(), [id])).toEqual([null]);
    expect(await transactionsById(admin.ctx(), [id])).toMatchObject([{ id }]);
    const deposit = await givenDeposit(domain, player, 10);
    expect(await refusalCode(cancelWithdrawal(player.ctx(), { transactionId: deposit.id }))).toBe('NOT_FOUND');
  });

  it('to an account that another player has used is flagged', async () => {
    const [one, two] = [await givenMember(domain, { rupees: 20 }), await givenMember(domain, { rupees: 20 })];
    const to = (player: Member, upiId: string) => requestWithdrawal(player.ctx(), { amount: rupees(5), upiId });
    const first = (await to(one, 'shared@okbank')).transaction.id;
    const again = (await to(one, 'shared@okbank')).transaction.id;
    const second = (await to(two, 'shared@okbank')).transaction.id;
    const alone = (await to(two, 'own@okbank')).transaction.id;
    const found = await duplicatesOf(admin.ctx(), [first, second, alone]);
    expect(found.map((each) => each.map(({ id }) => id))).toEqual([[second], [again, first], []]);
  });
});

describe('an idempotency key', () => {
  it('gives the first answer again and moves nothing', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const first = await withdraw(player, 40, 'key 1');
    await withdraw(player, 10);
    await decide(first.transaction.id, 'DENY');
    const again = await withdraw(player, 40, 'key 1');
    expect(again).toEqual({ ...first, replayed: true });
    expect(await balances(player)).toEqual({ available: 9_000n, held: 1_000n });
  });

  it('makes those who come at the same moment wait for the one answer', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(player, 40, 'key 2')));
    expect(new Set(answers.map(({ transaction }) => transaction.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await balances(player)).toEqual({ available: 6_000n, held: 4_000n });
  });

  it('is refused with another payload', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    await withdraw(player, 40, 'key 3');
    expect(await refusalCode(withdraw(player, 41, 'key 3'))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await balances(player)).toEqual({ available: 6_000n, held: 4_000n });
  });

  it('belongs to one user and one operation', async () => {
    const [one, two] = [await givenMember(domain, { rupees: 100 }), await givenMember(domain, { rupees: 100 })];
    const key = 'key 4';
    expect((await withdraw(one, 40, key)).replayed).toBe(false);
    expect((await withdraw(two, 41, key)).replayed).toBe(false);
    const deposit = { amount: rupees(5), reference: 'KEY40001', payee: { upiId: PLAY_UPI_ID }, idempotencyKey: key };
    expect((await requestDeposit(one.ctx(), deposit)).replayed).toBe(false);
    expect((await requestDeposit(one.ctx(), deposit)).replayed).toBe(true);
  });

  it('of a refused call may be retried', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    expect(await refusalCode(withdraw(player, 40, 'key 5'))).toBe('INSUFFICIENT_FUNDS');
    const deposit = await givenDeposit(domain, player, 100);
    await decide(deposit.id, 'APPROVE');
    expect((await withdraw(player, 40, 'key 5')).replayed).toBe(false);
  });

  it('of a decision answers as the first time, and moves nothing twice', async () => {
    const player = await givenMember(domain);
    const { id } = await givenDeposit(domain, player, 100);
    const first = await decide(id, 'APPROVE', { idempotencyKey: 'key 6' });
    expect(await decide(id, 'APPROVE', { idempotencyKey: 'key 6' })).toEqual({ ...first, replayed: true });
    expect(await balances(player)).toEqual({ available: 10_000n, held: 0n });
  });

  /** Stores the answers of a key in another form. */
  const storeAnswer = (operation: string, player: Member, answer: unknown) =>
    database.db
      .update(idempotencyKeys)
      .set({ answer })
      .where(and(eq(idempotencyKeys.operation, operation), eq(idempotencyKeys.userId, player.userId)));
  const storedBefore = (id: bigint) => ({ id: { $bigint: String(id) }, status: 'pending', createdAt: { $instant: 1 } });

  it('gives answers again that were stored as whole rows, before answers had versions', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const call = { amount: rupees(5), reference: 'OLDFORM1', payee: { upiId: PLAY_UPI_ID }, idempotencyKey: 'old' };
    const deposit = await requestDeposit(player.ctx(), call);
    await storeAnswer('requestDeposit', player, { transaction: storedBefore(deposit.transaction.id) });
    await decide(deposit.transaction.id, 'DENY');
    expect(await requestDeposit(player.ctx(), call)).toEqual({ ...deposit, replayed: true });

    const held = await withdraw(player, 40, 'old');
    const { id } = held.transaction;
    const balancesBefore = { available: { $bigint: '6000' }, held: { $bigint: '4000' } };
    await storeAnswer('requestWithdrawal', player, { transaction: storedBefore(id), balances: balancesBefore });
    await withdraw(player, 1);
    expect(await withdraw(player, 40, 'old')).toEqual({ ...held, replayed: true });

    const decided = await decide(id, 'APPROVE', { idempotencyKey: 'old' });
    await storeAnswer('decideTransaction', admin, { transaction: storedBefore(id) });
    expect(await decide(id, 'APPROVE', { idempotencyKey: 'old' })).toEqual({ ...decided, replayed: true });
  });

  it('stores ids and balances, no rows', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const { transaction } = await withdraw(player, 40, 'small');
    const [stored] = await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, player.userId));
    expect(stored?.answer).toEqual({
      v: 1,
      transactionId: String(transaction.id),
      available: '6000',
      held: '4000',
    });
  });

  it('is refused, and moves nothing, where its answer was stored in a format unknown to this release', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    const { transaction } = await withdraw(player, 40, 'newer');
    const balancesBefore = { available: { $bigint: '6000' }, held: { $bigint: '4000' } };
    const newer = { v: 2, transaction: storedBefore(transaction.id), balances: balancesBefore };
    for (const answer of [newer, { v: 1 }, null, 'done']) {
      await storeAnswer('requestWithdrawal', player, answer === null ? sql`'null'::jsonb` : answer);
      expect(await refusal(withdraw(player, 40, 'newer'))).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        message: 'This request has been carried out already.',
        extra: { field: 'idempotencyKey' },
      });
    }
    expect(await balances(player)).toEqual({ available: 6_000n, held: 4_000n });
  });

  it('is forgotten after 7 days, and no earlier', async () => {
    const player = await givenMember(domain, { rupees: 100 });
    await withdraw(player, 10, 'key 7');
    const system = () => domain.as({ kind: 'system' });
    domain.clock.advance(7 * DAY);
    await purgeKeys(system());
    expect((await withdraw(player, 10, 'key 7')).replayed).toBe(true);
    domain.clock.advance(1);
    expect(await purgeKeys(system())).toBeGreaterThan(0);
    expect(await database.db.$count(idempotencyKeys)).toBe(0);
    expect((await withdraw(player, 10, 'key 7')).replayed).toBe(false);
  });

  it.each(['', 'x'.repeat(201)])('has 1 to 200 characters', async (key) => {
    const player = await givenMember(domain, { rupees: 10 });
    expect(await refusal(withdraw(player, 1, key))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'idempotencyKey' },
    });
  });
});

describe('wallet history', () => {
  it('lists approved deposits and withdrawals, newest first, page by page in both directions', async () => {
    const player = await givenMember(domain);
    const expected: bigint[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const { id } = await givenDeposit(domain, player, n);
      await decide(id, n === 2 ? 'DENY' : 'APPROVE');
      if (n !== 2) expected.unshift(id);
      // Some have the same instant and are ordered by id.
      if (n % 2 === 0) domain.clock.advance(1_000);
    }
    const cancelled = (await withdraw(player, 1)).transaction.id;
    await cancelWithdrawal(player.ctx(), { transactionId: cancelled });
    const paidOut = (await withdraw(player, 1)).transaction.id;
    await decide(paidOut, 'APPROVE', { payoutReference: 'PAID4711' });
    expected.unshift(paidOut);

    expect(await pageThrough(player, 'after')).toEqual(expected);
    expect(await pageThrough(player, 'before')).toEqual(expected.toReversed());
  });
});

/** Ids of the whole history, read two at a time from its beginning, or backwards from its end. */
async function pageThrough(player: Member, side: 'after' | 'before'): Promise<bigint[]> {
  const ids: bigint[] = [];
  let key: HistoryKey | undefined;
  for (;;) {
    const page = await walletHistory(player.ctx(), { limit: 2, [side]: key, fromEnd: side === 'before' });
    const rows = side === 'before' ? page.rows.toReversed() : page.rows;
    const last = rows.at(-1);
    if (last === undefined) return ids;
    ids.push(...rows.map((entry) => historyKey(entry).id));
    key = historyKey(last);
    if (!(side === 'before' ? page.hasPrevious : page.hasNext)) return ids;
  }
}

describe('the database itself', () => {
  it('refuses to overdraw, to change a balance without a transfer, and to change history', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    const { id } = (await withdraw(player, 5)).transaction;
    await decide(id, 'DENY');
    const refused = (statement: string) => expect(database.pool.query(statement)).rejects.toThrow();
    const own = `player_id = ${player.userId}`;
    await refused(`update ledger_accounts set balance = balance + 1 where ${own}`);
    await refused(`select post_transfer(a.id, h.id, 1001, 'bet_stake', 1, now()) from ledger_accounts a, ledger_accounts h
                   where a.${own} and a.kind = 'player_available' and h.kind = 'house'`);
    await refused(`update transfers set amount = amount + 1 where reference_id = ${id}`);
    await refused(`delete from transfers where reference_id = ${id}`);
    await refused(`update wallet_transactions set amount = 1 where id = ${id}`);
    await refused(`update wallet_transactions set status = 'success' where id = ${id}`);
    await refused(`delete from wallet_transactions where id = ${id}`);
    const open = (await withdraw(player, 5)).transaction.id;
    await refused(`update wallet_transactions set payout_reference = 'UTR1' where id = ${open}`);
    await cancelWithdrawal(player.ctx(), { transactionId: open });
    expect(await balances(player)).toEqual({ available: 1_000n, held: 0n });
  });

  it('takes one decision on a request, by an admin, and no change of what was requested', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    const other = await givenMember(domain);
    const { id } = (await withdraw(player, 5)).transaction;
    const update = (set: string) => database.pool.query(`update wallet_transactions set ${set} where id = ${id}`);
    const requested = [
      `player_id = ${other.userId}`,
      `transaction_type = 'credit'`,
      `channel = 'bank'`,
      `amount = 499`,
      `reference = 'ABCD1234'`,
      `payee_id = 1`,
      `upi_id = 'other@okbank'`,
      `account_number = '1'`,
      `ifsc_code = 'HDFC0000001'`,
      `account_holder_name = 'Other'`,
      `created_at = now()`,
    ];
    for (const change of requested) {
      await expect(update(change), change).rejects.toThrow('asks for cannot change');
    }
    await expect(update(`status = 'failed', decided_at = now()`)).rejects.toThrow('must be decided by an admin');
    await expect(update(`decided_by = ${admin.userId}`)).rejects.toThrow('must be decided by an admin');
    await decide(id, 'DENY');
    await expect(update(`message = 'Changed my mind'`)).rejects.toThrow('is decided already');
  });

  it('refuses money that moves without its request, and a request without its money', async () => {
    const player = await givenMember(domain, { rupees: 10 });
    const { id } = (await withdraw(player, 5)).transaction;
    const account = (kind: string) =>
      `(select id from ledger_accounts where kind = '${kind}' and player_id is not distinct from ${kind === 'cash' ? 'null' : String(player.userId)})`;
    const move = (from: string, to: string, amount: number, kind: string, reference = id) =>
      `select post_transfer(${account(from)}, ${account(to)}, ${amount}, '${kind}', ${reference}, now())`;
    const decide = (status: string) =>
      `update wallet_transactions set status = '${status}', decided_by = ${admin.userId}, decided_at = now() where id = ${id};
       insert into audit_log (actor_id, action, subject_type, subject, at) values (${admin.userId}, 'x', 'transaction', 'asha@okbank', now())`;
    const refused = (...statements: string[]) =>
      expect(database.pool.query(statements.join(';')), statements.join(';')).rejects.toThrow(
        /is not what its state says/,
      );

    await refused(move('player_held', 'cash', 500, 'withdrawal_payout'));
    await refused(move('cash', 'player_available', 500, 'deposit'));
    await refused(move('cash', 'player_available', 500, 'deposit', -1n));
    await refused(decide('success'));
    await refused(decide('success'), move('player_held', 'cash', 499, 'withdrawal_payout'));
    await refused(decide('success'), move('player_held', 'player_available', 500, 'withdrawal_payout'));
    await refused(decide('success'), move('player_available', 'cash', 500, 'withdrawal_payout'));
    await refused(decide('failed'), move('player_held', 'cash', 500, 'withdrawal_payout'));
    await refused(
      decide('success'),
      move('player_held', 'cash', 500, 'withdrawal_payout'),
      move('player_available', 'player_held', 500, 'withdrawal_return'),
    );
    await refused(`insert into wallet_transactions (player_id, transaction_type, channel, amount, upi_id, created_at, updated_at)
                   values (${player.userId}, 'debit', 'upi', 500, 'asha@okbank', now(), now())`);
    expect(await balances(player)).toEqual({ available: 500n, held: 500n });
  });

  it('takes no request that begins decided', async () => {
    const player = await givenMember(domain);
    await expect(
      database.pool.query(`insert into wallet_transactions
          (player_id, transaction_type, channel, amount, upi_id, status, decided_at, created_at, updated_at)
        values (${player.userId}, 'debit', 'upi', 500, 'asha@okbank', 'cancelled', now(), now(), now())`),
    ).rejects.toThrow('begins pending');
  });
});
