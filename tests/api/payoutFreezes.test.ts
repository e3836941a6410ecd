import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { reactivateUser } from '../../server/domain/accounts/status/reactivateUser.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { flagsOf } from '../../server/domain/people/playerFlags.ts';
import { openProposals } from '../../server/domain/proposals/proposalList.ts';
import { excludeMyself } from '../../server/domain/accounts/status/excludeMyself.ts';
import { flagSignalPlayers, freezeSignalPlayers } from '../../server/domain/signals/signalDeeds.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { blockPayoutAccount } from '../../server/domain/wallet/blockPayoutAccount.ts';
import { cancelWithdrawal } from '../../server/domain/wallet/cancelWithdrawal.ts';
import { decideTransaction } from '../../server/domain/wallet/decideTransaction.ts';
import { endPayoutFreeze } from '../../server/domain/wallet/endPayoutFreeze.ts';
import { extendPayoutFreeze } from '../../server/domain/wallet/extendPayoutFreeze.ts';
import { freezePayouts } from '../../server/domain/wallet/freezePayouts.ts';
import { liftPayoutBlock } from '../../server/domain/wallet/liftPayoutBlock.ts';
import { blockedAccounts, blocksById } from '../../server/domain/wallet/payoutBlock.ts';
import { freezesOf, frozenPlayers } from '../../server/domain/wallet/payoutFreeze.ts';
import { holdsOf } from '../../server/domain/wallet/payoutHold.ts';
import { requestWithdrawal } from '../../server/domain/wallet/requestWithdrawal.ts';
import { expectLockWait, holdLocks } from '../support/contestLocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member, userRow } from '../support/world/members.ts';
import { setThreshold } from '../support/thresholds.ts';

const DAY = 24 * 3_600_000;
const reason = 'Two accounts, one device';
const BANK = { accountNumber: '50100123456789', ifscCode: 'HDFC0001234', accountHolderName: 'Asha Rao' };

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let farida: Member;
let meera: Member;
let support: Member;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  farida = await givenOtherAdmin(domain, 'Farida', ['FINANCE']);
  meera = await givenOtherAdmin(domain, 'Meera', ['FINANCE']);
  support = await givenOtherAdmin(domain, 'Sunita', ['SUPPORT']);
});
afterAll(() => database.close());

let accounts = 0;
const nextUpiId = () => `payout${++accounts}@okbank`;

/** A player with ₹500, of which ₹100 wait to be paid out. */
async function givenWaiting({ upiId = nextUpiId(), bankAccount = undefined as typeof BANK | undefined } = {}) {
  const player = await givenMember(domain, { rupees: 500 });
  const { transaction } = await request(player, bankAccount ? { bankAccount } : { upiId });
  return { player, transaction, upiId };
}

const request = (player: Member, destination: { upiId: string } | { bankAccount: typeof BANK }) =>
  requestWithdrawal(player.ctx(), { amount: paise(10_000n), ...destination });
const decide = (transactionId: bigint, decision: 'APPROVE' | 'DENY' = 'APPROVE', admin = meera) =>
  decideTransaction(admin.ctx(), { transactionId, decision, message: 'Looked at.' });
const freeze = ({ userId }: Member, admin = farida) => freezePayouts(admin.ctx(), { userId, reason });
const extend = ({ userId }: Member, admin = meera) => extendPayoutFreeze(admin.ctx(), { userId, reason });
const end = ({ userId }: Member, admin = farida) => endPayoutFreeze(admin.ctx(), { userId, reason });
const freezeNow = async ({ userId }: Member) => (await freezesOf(support.ctx(), [userId]))[0] ?? null;
const held = async ({ userId }: Member) => (await readBalances(database.db, [userId])).get(userId)?.held;
const audited = async (subjectType: string, subject: string) => {
  const { rows } = await database.pool.query<{ action: string }>(
    `select action, before, after, reason from audit_log
      where subject_type = $1 and subject = $2 and action like 'payout%' order by id`,
    [subjectType, subject],
  );
  return rows;
};

/** Runs statements in one transaction of the application's role, with an audit row of the subject. */
async function asApp(statement: string, [subjectType, subject]: readonly [string, string] = ['user', 'nobody']) {
  const client = await database.app.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await client.query(`select record_audit(null, 'x', $1, $2, null, null, null, now())`, [subjectType, subject]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

describe('a freeze of payouts', () => {
  it('lets withdrawals be requested, denied and cancelled, and none be approved', async () => {
    const { player, transaction } = await givenWaiting();
    domain.published.length = 0;
    await freeze(player);
    expect(domain.published).toEqual([
      { type: 'memberChanged', userId: String(player.userId) },
      { type: 'transactionChanged', transactionId: String(transaction.id), playerId: String(player.userId) },
    ]);
    const { transaction: denied } = await request(player, { upiId: nextUpiId() });
    const { transaction: cancelled } = await request(player, { upiId: nextUpiId() });
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUTS_FROZEN');
    expect(await refusalCode(decide(transaction.id, 'APPROVE', owner))).toBe('PAYOUTS_FROZEN');
    expect(await holdsOf(player.ctx(), [denied.id, 0n, transaction.id])).toMatchObject([
      { frozen: true, blockId: null },
      null,
      { frozen: true },
    ]);
    await decide(denied.id, 'DENY');
    await cancelWithdrawal(player.ctx(), { transactionId: cancelled.id });
    expect(await holdsOf(player.ctx(), [denied.id, cancelled.id])).toEqual([null, null]);
    expect(await held(player)).toBe(10_000n);
    await end(player);
    expect((await decide(transaction.id)).transaction.status).toBe('approved');
    expect(await held(player)).toBe(10_000n);
  });

  it('leaves deactivating, excluding oneself and closing the account as they are', async () => {
    const { player, transaction } = await givenWaiting();
    await freeze(player);
    await deactivateUser(owner.ctx(), { userId: player.userId, reason });
    await reactivateUser(owner.ctx(), { userId: player.userId, reason });
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUTS_FROZEN');
    const excluded = await givenMember(domain);
    await freeze(excluded);
    await excludeMyself(excluded.ctx(), { months: 6 });
    const leaving = await givenMember(domain);
    await freeze(leaving);
    await closeAccount(leaving.ctx(), { password: leaving.password });
    expect((await userRow(domain, leaving.userId)).closedAt).not.toBeNull();
    expect(await refusalCode(freeze(leaving, meera))).toBe('CHANGED_MEANWHILE');
    await end(leaving);
    expect(await refusal(freeze(leaving, meera))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'userId' } });
  });

  it('ends by itself after 14 days', async () => {
    const { player, transaction } = await givenWaiting();
    await freeze(player);
    expect(await freezeNow(player)).toMatchObject({ madeBy: farida.userId, reason, extendedBy: null });
    domain.clock.advance(14 * DAY - 1_000);
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUTS_FROZEN');
    domain.clock.advance(1_000);
    expect(await freezeNow(player)).toBeNull();
    expect(await holdsOf(player.ctx(), [transaction.id])).toEqual([null]);
    expect(await refusalCode(end(player))).toBe('CHANGED_MEANWHILE');
    expect(await refusalCode(extend(player))).toBe('CHANGED_MEANWHILE');
    expect((await decide(transaction.id)).transaction.status).toBe('approved');
  });

  it('is extended by 14 days from its end, by another admin than who made it and who extended it last', async () => {
    const { player, transaction } = await givenWaiting();
    const from = domain.clock.now();
    await freeze(player);
    expect(await refusalCode(freeze(player, meera))).toBe('CHANGED_MEANWHILE');
    expect(await refusalCode(extend(player, farida))).toBe('OWN_PROPOSAL');
    domain.clock.advance(DAY);
    await extend(player, meera);
    expect(await refusalCode(extend(player, meera))).toBe('OWN_PROPOSAL');
    expect(await refusalCode(extend(player, farida))).toBe('OWN_PROPOSAL');
    await extend(player, owner);
    await extend(player, meera);
    expect(await freezeNow(player)).toMatchObject({
      madeBy: farida.userId,
      madeAt: new Date(from),
      extendedBy: meera.userId,
      extendedAt: new Date(from + DAY),
      endsAt: new Date(from + 4 * 14 * DAY),
    });
    expect(await frozenPlayers(farida.ctx())).toContainEqual(expect.objectContaining({ playerId: player.userId }));
    domain.clock.set(from + 4 * 14 * DAY - 1_000);
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUTS_FROZEN');
    domain.clock.advance(1_000);
    await decide(transaction.id);
  });

  it('is not made again within 14 days by who made or extended the one before', async () => {
    const { player } = await givenWaiting();
    await freeze(player);
    await extend(player);
    await end(player);
    expect(await refusalCode(freeze(player))).toBe('OWN_PROPOSAL');
    expect(await refusalCode(freeze(player, meera))).toBe('OWN_PROPOSAL');
    await freeze(player, owner);
    await end(player, owner);
    domain.clock.advance(14 * DAY);
    await freeze(player, owner);
  });

  it('is for admins of payments, needs a reason, and stands in the audit log each time', async () => {
    const { player } = await givenWaiting();
    const { uid } = await userRow(domain, player.userId);
    for (const deed of [freezePayouts, extendPayoutFreeze, endPayoutFreeze]) {
      for (const ctx of [support.ctx(), player.ctx()]) {
        expect(await refusalCode(deed(ctx, { userId: player.userId, reason }))).toBe('FORBIDDEN');
      }
      expect(await refusalCode(deed(owner.ctx(), { userId: player.userId, reason: 'short' }))).toBe('INVALID_INPUT');
      expect(await refusalCode(deed(owner.ctx(), { userId: farida.userId, reason }))).toBe('NOT_FOUND');
    }
    expect(await refusalCode(freezesOf(player.ctx(), [player.userId]))).toBe('FORBIDDEN');
    await freeze(player);
    const first = (await freezeNow(player))?.endsAt;
    await extend(player);
    const second = (await freezeNow(player))?.endsAt;
    await end(player);
    const until = (at: Date | undefined) => JSON.stringify({ endsAt: at });
    expect(await audited('user', uid)).toEqual([
      { action: 'payouts:freeze', before: null, after: until(first), reason },
      { action: 'payouts:extendFreeze', before: until(first), after: until(second), reason },
      { action: 'payouts:endFreeze', before: until(second), after: null, reason },
    ]);
  });

  it('keeps a confirmed proposal from approving', async () => {
    const threshold = (fromAmount: bigint | null) =>
      setThreshold(database, owner.ctx(), {
        kind: 'payout',
        fromAmount: fromAmount === null ? null : paise(fromAmount),
        reason,
      });
    await threshold(0n);
    const { player, transaction, upiId } = await givenWaiting();
    expect(await decide(transaction.id, 'APPROVE', farida)).toMatchObject({ proposed: true });
    const proposal = (await openProposals(owner.ctx())).find(({ subject }) => subject === upiId);
    const confirm = (key: string) =>
      confirmProposal(meera.ctx(), { proposalId: proposal?.id ?? 0n, idempotencyKey: key });
    await freeze(player);
    expect(await refusalCode(confirm('frozen'))).toBe('PAYOUTS_FROZEN');
    await blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    await end(player);
    expect(await refusalCode(confirm('blocked'))).toBe('PAYOUT_ACCOUNT_BLOCKED');
    const second = await givenWaiting({ upiId });
    expect(await refusalCode(decide(second.transaction.id))).toBe('PAYOUT_ACCOUNT_BLOCKED');
    const [blocked] = await blockedAccounts(owner.ctx());
    await liftPayoutBlock(owner.ctx(), { blockId: blocked?.id ?? 0n, reason });
    expect(await confirm('free')).toMatchObject({ status: 'confirmed' });
    expect(await held(player)).toBe(10_000n);
    await threshold(null);
  });
});

describe('a freeze and an approval at the same moment', () => {
  /** Runs both, the first of them up to the audit log, which comes last; then lets it go on. */
  async function race<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
    const release = await holdLocks(database, `select pg_advisory_xact_lock(hashtextextended('audit_log', 0))`, []);
    const one = first();
    await expectLockWait(database);
    const other = second();
    await expectLockWait(database, 2);
    await release();
    return Promise.allSettled([one, other]);
  }

  it('the freeze first: nothing is paid', async () => {
    const { player, transaction } = await givenWaiting();
    const [frozen, paid] = await race(
      () => freeze(player),
      () => decide(transaction.id),
    );
    expect(frozen.status).toBe('fulfilled');
    expect(paid).toMatchObject({ status: 'rejected', reason: { code: 'PAYOUTS_FROZEN' } });
    expect(await held(player)).toBe(10_000n);
  });

  it('the approval first: it is being paid, and the next one is not', async () => {
    const { player, transaction } = await givenWaiting();
    const { transaction: next } = await request(player, { upiId: nextUpiId() });
    const results = await race(
      () => decide(transaction.id),
      () => freeze(player),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await held(player)).toBe(20_000n);
    expect(await refusalCode(decide(next.id))).toBe('PAYOUTS_FROZEN');
  });

  it('a block likewise', async () => {
    const { player, transaction, upiId } = await givenWaiting();
    const twin = await givenWaiting({ upiId });
    const block = () => blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    const [blocked, paid] = await race(block, () => decide(twin.transaction.id));
    expect(blocked.status).toBe('fulfilled');
    expect(paid).toMatchObject({ status: 'rejected', reason: { code: 'PAYOUT_ACCOUNT_BLOCKED' } });
    expect(await held(player)).toBe(10_000n);
  });
});

describe('a blocked payout account', () => {
  it('takes requests and refuses approval, for every player, however it is typed', async () => {
    const { transaction, upiId } = await givenWaiting();
    const other = await givenWaiting({ upiId: upiId.toUpperCase() });
    const elsewhere = await givenWaiting();
    domain.published.length = 0;
    const block = await blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    expect(domain.published.map((event) => 'transactionId' in event && event.transactionId)).toEqual(
      [transaction.id, other.transaction.id].map(String),
    );
    const ids = [transaction.id, other.transaction.id, elsewhere.transaction.id];
    expect(await holdsOf(owner.ctx(), ids)).toMatchObject([
      { frozen: false, blockId: block.id },
      { frozen: false, blockId: block.id },
      null,
    ]);
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUT_ACCOUNT_BLOCKED');
    expect(await refusalCode(decide(other.transaction.id))).toBe('PAYOUT_ACCOUNT_BLOCKED');
    await decide(elsewhere.transaction.id);
    await decide(other.transaction.id, 'DENY');
    const again = blockPayoutAccount(meera.ctx(), { transactionId: other.transaction.id, reason });
    expect(await refusalCode(again)).toBe('CHANGED_MEANWHILE');
  });

  it('is freed by another admin than who blocked it, once, and can be blocked again', async () => {
    const { transaction } = await givenWaiting({ bankAccount: BANK });
    const block = await blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    const lift = (admin: Member) => liftPayoutBlock(admin.ctx(), { blockId: block.id, reason });
    const branch = await givenWaiting({ bankAccount: { ...BANK, ifscCode: 'HDFC0009999' } });
    await decide(branch.transaction.id);
    expect(await refusalCode(lift(farida))).toBe('OWN_PROPOSAL');
    expect(await blockedAccounts(meera.ctx())).toContainEqual(block);
    expect(await lift(meera)).toMatchObject({ liftedBy: meera.userId, liftReason: reason });
    expect(await refusalCode(lift(owner))).toBe('CHANGED_MEANWHILE');
    expect(await blocksById(meera.ctx(), [block.id])).toMatchObject([{ liftedBy: meera.userId }]);
    expect((await blockedAccounts(meera.ctx())).map(({ id }) => id)).not.toContain(block.id);
    const next = await blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    expect(await refusalCode(decide(transaction.id))).toBe('PAYOUT_ACCOUNT_BLOCKED');
    await liftPayoutBlock(owner.ctx(), { blockId: next.id, reason });
    await decide(transaction.id);
    const facts = JSON.stringify({ accountNumber: BANK.accountNumber, ifscCode: BANK.ifscCode });
    expect((await audited('payoutAccount', BANK.accountNumber)).slice(0, 2)).toEqual([
      { action: 'payoutAccount:block', before: null, after: facts, reason },
      { action: 'payoutAccount:lift', before: facts, after: null, reason },
    ]);
  });

  it('is for admins of payments, by a withdrawal, with a reason', async () => {
    const { transaction } = await givenWaiting();
    const input = { transactionId: transaction.id, reason };
    expect(await refusalCode(blockPayoutAccount(support.ctx(), input))).toBe('FORBIDDEN');
    expect(await refusalCode(blockedAccounts(support.ctx()))).toBe('FORBIDDEN');
    expect(await refusalCode(blockPayoutAccount(owner.ctx(), { ...input, reason: 'short' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(blockPayoutAccount(owner.ctx(), { ...input, transactionId: 0n }))).toBe('NOT_FOUND');
    expect(await refusalCode(liftPayoutBlock(support.ctx(), { blockId: 1n, reason }))).toBe('FORBIDDEN');
    expect(await refusalCode(liftPayoutBlock(owner.ctx(), { blockId: 0n, reason }))).toBe('NOT_FOUND');
    const { rows } = await database.pool.query<{ id: bigint }>(
      `select id from wallet_transactions where transaction_type = 'credit' limit 1`,
    );
    const deposit = blockPayoutAccount(owner.ctx(), { transactionId: rows[0]?.id ?? 0n, reason });
    expect(await refusal(deposit)).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'transactionId' } });
  });
});

describe('the database', () => {
  const columns = '(player_id, reason, made_by, made_at, ends_at)';
  const values = (player: Member, admin: Member, days = 14) =>
    `(${player.userId}, '${reason}', ${admin.userId}, db_now(), db_now() + interval '${days * 24} hours')`;

  it('refuses to approve what is held back, also to the application’s role', async () => {
    const { player, transaction } = await givenWaiting();
    const approve = () =>
      asApp(
        `update wallet_transactions set status = 'success', decided_by = ${meera.userId}, decided_at = now(), updated_at = now()
          where id = ${transaction.id}`,
      );
    await freeze(player);
    await expect(approve()).rejects.toThrow('is held back: frozen');
    await end(player);
    await blockPayoutAccount(farida.ctx(), { transactionId: transaction.id, reason });
    await expect(approve()).rejects.toThrow('is held back: blocked');
  });

  it('refuses freezes beyond the rules', async () => {
    const { player } = await givenWaiting();
    const { uid } = await userRow(domain, player.userId);
    const insert = (row: string, named = columns) =>
      asApp(`insert into payout_freezes ${named} values ${row}`, ['user', uid]);
    await expect(insert(values(player, support))).rejects.toThrow('no active admin of payments');
    await expect(insert(values(player, farida, 15))).rejects.toThrow('a freeze lasts 14 days');
    await expect(insert(values(support, farida))).rejects.toThrow('is no player');
    await expect(asApp(`insert into payout_freezes ${columns} values ${values(player, farida)}`)).rejects.toThrow(
      'needs its row in the audit log',
    );
    await insert(values(player, farida));
    await expect(insert(values(player, meera))).rejects.toThrow('a freeze lasts 14 days');
    const running = await freezeNow(player);
    const extension = (admin: Member, days = 28) =>
      insert(values(player, admin, days).replace(/\)$/, `, ${running?.id})`), columns.replace(')', ', extends_id)'));
    await expect(extension(farida)).rejects.toThrow('another admin prolongs a freeze');
    await expect(extension(meera, 14)).rejects.toThrow('extended by 14 days');
    await extension(meera);
    await expect(extension(meera, 42)).rejects.toThrow('another admin prolongs a freeze');
    const ending = (admin: Member, at = 'db_now()') =>
      asApp(
        `update payout_freezes set ended_by = ${admin.userId}, ended_at = ${at}, end_reason = '${reason}' where player_id = ${player.userId}
           and extends_id is not null`,
        ['user', uid],
      );
    await expect(ending(support)).rejects.toThrow('no active admin of payments');
    await expect(ending(meera, `db_now() - interval '1 day'`)).rejects.toThrow('only its end is written');
    await expect(
      asApp(
        `update payout_freezes set ended_by = ${meera.userId}, ended_at = db_now(), end_reason = '${reason}' where id = ${running?.id}`,
        ['user', uid],
      ),
    ).rejects.toThrow('only its end is written');
    await ending(meera);
    await expect(ending(meera)).rejects.toThrow('only its end is written');
    await expect(insert(values(player, meera))).rejects.toThrow('another admin prolongs a freeze');
    await expect(insert(values(player, farida))).rejects.toThrow('another admin prolongs a freeze');
  });

  it('refuses blocks beyond the rules', async () => {
    const upiId = nextUpiId();
    const about = ['payoutAccount', upiId] as const;
    const insert = (admin: Member, more = '', column = '') =>
      asApp(
        `insert into blocked_payout_accounts (upi_id, reason, blocked_by, blocked_at${column})
         values ('${upiId}', '${reason}', ${admin.userId}, db_now()${more})`,
        about,
      );
    await expect(insert(support)).rejects.toThrow('no active admin of payments');
    await expect(insert(farida, `, '4321'`, ', account_number')).rejects.toThrow('blocked_payout_accounts_one_account');
    await insert(farida);
    await expect(insert(meera)).rejects.toThrow('blocked_payout_accounts_key_unique');
    const lift = (admin: Member, of = about as readonly [string, string]) =>
      asApp(
        `update blocked_payout_accounts set lifted_by = ${admin.userId}, lifted_at = now(), lift_reason = '${reason}' where upi_id = '${upiId}'`,
        of,
      );
    await expect(lift(farida)).rejects.toThrow('blocked_payout_accounts_two_admins');
    await expect(lift(support)).rejects.toThrow('no active admin of payments');
    await expect(lift(meera, ['user', 'nobody'])).rejects.toThrow('needs its row in the audit log');
    await lift(meera);
    await expect(lift(owner)).rejects.toThrow('only its end is written');
  });

  it.each(['payout_freezes', 'blocked_payout_accounts'])('keeps the history in %s', async (table) => {
    await expect(asApp(`delete from ${table}`)).rejects.toThrow('permission denied');
    await expect(asApp(`update ${table} set reason = 'Something else'`)).rejects.toThrow('permission denied');
    for (const change of [`delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(database.pool.query(change)).rejects.toThrow('is insert-only');
    }
    await expect(database.pool.query(`update ${table} set reason = 'Something else'`)).rejects.toThrow(
      'only its end is written',
    );
  });
});

describe('a signal', () => {
  async function givenSignal(players: readonly bigint[]): Promise<bigint> {
    const { rows } = await database.pool.query<{ id: bigint }>(
      `insert into signals (kind, cause_hash, players, score, evidence, first_seen_at, last_seen_at, detected_at)
       values ('sharedDevice', sha256(convert_to(($1::bigint[])::text, 'UTF8')), $1::bigint[], 80, '{}', now(), now(), now()) returning id`,
      [players.map(String)],
    );
    return rows[0]?.id ?? 0n;
  }

  it('flags and freezes all of its players, each by itself, and tells which could not be', async () => {
    const members = await Promise.all([givenMember(domain), givenMember(domain), givenMember(domain)]);
    const [first, second, third] = members.map(({ userId }) => userId).toSorted((a, b) => (a < b ? -1 : 1));
    if (!first || !second || !third) throw new Error('three players were registered');
    const signalId = await givenSignal([first, second, third]);
    const flagged = await flagSignalPlayers(farida.ctx(), { signalId, flag: 'WATCH', reason });
    expect(flagged).toEqual([first, second, third].map((playerId) => ({ playerId, refusal: null })));
    expect((await flagsOf(support.ctx(), [first, third])).map((flags) => flags.map(({ flag }) => flag))).toEqual([
      ['WATCH'],
      ['WATCH'],
    ]);
    await freezePayouts(meera.ctx(), { userId: second, reason });
    const frozen = await freezeSignalPlayers(farida.ctx(), { signalId, reason });
    expect(frozen).toMatchObject([
      { playerId: first, refusal: null },
      { playerId: second, refusal: { code: 'CHANGED_MEANWHILE' } },
      { playerId: third, refusal: null },
    ]);
    expect((await freezesOf(support.ctx(), [first, second, third])).map((one) => one?.madeBy)).toEqual([
      farida.userId,
      meera.userId,
      farida.userId,
    ]);
    const { uid } = await userRow(domain, third);
    expect((await audited('user', uid)).map(({ action }) => action)).toEqual(['payouts:freeze']);
  });

  it('does so for admins of payments, with a reason, and for at most 100 players', async () => {
    const { userId } = await givenMember(domain);
    const input = { signalId: await givenSignal([userId]), reason };
    const flag = 'WATCH' as const;
    expect(await refusalCode(flagSignalPlayers(support.ctx(), { ...input, flag }))).toBe('FORBIDDEN');
    expect(await refusalCode(freezeSignalPlayers(support.ctx(), input))).toBe('FORBIDDEN');
    expect(await refusalCode(freezeSignalPlayers(owner.ctx(), { ...input, reason: 'short' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(freezeSignalPlayers(owner.ctx(), { ...input, signalId: 0n }))).toBe('NOT_FOUND');
    const many = await givenSignal(Array.from({ length: 101 }, (_, at) => userId + BigInt(at)));
    expect(await refusalCode(freezeSignalPlayers(owner.ctx(), { signalId: many, reason }))).toBe('INVALID_INPUT');
    expect(await freezesOf(support.ctx(), [userId])).toEqual([null]);
  });
});
