import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { setAdminRoles } from '../../server/domain/accounts/status/setAdminRoles.ts';
import { confirmProposal } from '../../server/domain/confirmations/confirmProposal.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { listNotifications } from '../../server/domain/notifications/notificationList.ts';
import { declineProposal } from '../../server/domain/proposals/declineProposal.ts';
import { carryOnPolicies, isSettledOwner } from '../../server/domain/proposals/policy.ts';
import { endedProposals, openProposals } from '../../server/domain/proposals/proposalList.ts';
import { setSecondAdminThreshold } from '../../server/domain/proposals/setThreshold.ts';
import { secondAdminThresholdsOf } from '../../server/domain/proposals/thresholds.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { setMoneyMode } from '../support/realMoney.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const reason = 'Agreed by the owners.';

let database: TestDatabase;
let domain: TestDomain;
let owner: Member;
let second: Member;
let late: Member;
let finance: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  owner = await givenPrimaryAdmin(domain);
  second = await givenOtherAdmin(domain, 'Olga Owner', ['OWNER']);
  finance = await givenOtherAdmin(domain, 'Farah', ['FINANCE']);
  domain.clock.advance(73 * HOUR);
  late = await givenOtherAdmin(domain, 'Lata Late', ['OWNER']);
});
afterAll(() => database.close());

type Change = Omit<Parameters<typeof setSecondAdminThreshold>[1], 'reason'>;
const set = (change: Change, who = owner) => setSecondAdminThreshold(who.ctx(), { ...change, reason });
const payouts = (fromAmount: bigint | null, makerDayAmount?: bigint | null) =>
  set({
    kind: 'payout',
    fromAmount: fromAmount === null ? null : paise(fromAmount),
    ...(makerDayAmount !== undefined && { makerDayAmount: makerDayAmount === null ? null : paise(makerDayAmount) }),
  });
const now = async () => (await secondAdminThresholdsOf(owner.ctx())).find(({ kind }) => kind === 'payout');
const open = async () => (await openProposals(owner.ctx())).filter(({ kind }) => kind === 'policy');
const waiting = async () => (await open())[0]?.id ?? 0n;
const carryOn = () => carryOnPolicies(domain.as({ kind: 'system' }));
const titles = async ({ ctx }: Member) =>
  (await listNotifications(ctx(), { limit: 20 })).rows.map(({ title, body }) => `${title}: ${body}`);
const inDatabase = (...statements: string[]) => database.pool.query(['begin', ...statements, 'commit'].join('; '));
const audit = `insert into audit_log (action, subject_type, subject, at) values ('x', 'settings', 'secondAdmin', now())`;

describe('a rule of four eyes', () => {
  it('is tightened at once, while two admins may decide the kind', async () => {
    expect(await payouts(50_000n, 100_000n)).toMatchObject({ proposed: false, threshold: { fromAmount: 50_000n } });
    expect(await payouts(40_000n)).toMatchObject({ proposed: false, threshold: { makerDayAmount: 100_000n } });
    expect(await open()).toEqual([]);
    await deactivateUser(owner.ctx(), { userId: finance.userId, reason });
    await setAdminRoles(owner.ctx(), { userId: second.userId, roles: ['GAME'], reason });
    await setAdminRoles(owner.ctx(), { userId: late.userId, roles: ['GAME'], reason });
    expect(await refusalCode(payouts(30_000n))).toBe('INVALID_INPUT');
    await expect(
      inDatabase(audit, `update second_admin_thresholds set from_amount = 1 where kind = 'payout'`),
    ).rejects.toThrow('needs two who may decide it');
    await setAdminRoles(owner.ctx(), { userId: second.userId, roles: ['OWNER'], reason });
    domain.clock.advance(73 * HOUR);
    await setAdminRoles(owner.ctx(), { userId: late.userId, roles: ['OWNER'], reason });
  });

  it.each([
    ['a higher amount', 40_001n, undefined],
    ['no amount', null, undefined],
    ['a higher sum of a day', 40_000n, 100_001n],
    ['no sum of a day', 40_000n, null],
    ['a lower amount with a higher sum', 30_000n, 200_000n],
  ] as const)('is loosened by %s only once another owner agrees', async (_what, fromAmount, makerDayAmount) => {
    expect(await payouts(fromAmount, makerDayAmount)).toMatchObject({ proposed: true });
    expect(await now()).toMatchObject({ fromAmount: 40_000n, makerDayAmount: 100_000n });
    expect(await refusalCode(payouts(null, null))).toBe('ALREADY_PROPOSED');
    await declineProposal(second.ctx(), { proposalId: await waiting() });
    expect(await open()).toEqual([]);
  });

  it('is loosened by another owner of 72 hours, not by its maker and not by a new owner', async () => {
    await payouts(60_000n);
    const proposalId = await waiting();
    expect((await titles(late))[0]).toContain('a second admin is to be needed less');
    expect(await isSettledOwner(database.db, late.userId)).toBe(false);
    expect(await refusal(confirmProposal(late.ctx(), { proposalId }))).toMatchObject({
      code: 'OWN_PROPOSAL',
      message: 'This needs another owner who has been one for 72 hours.',
    });
    expect(await refusalCode(confirmProposal(owner.ctx(), { proposalId }))).toBe('OWN_PROPOSAL');
    await confirmProposal(second.ctx(), { proposalId });
    expect(await now()).toMatchObject({ fromAmount: 60_000n, makerDayAmount: 100_000n });
    const { rows } = await database.pool.query(
      `select after, reason from audit_log where action = 'settings:secondAdmin' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        after: `{"kind":"payout","proposedBy":"${owner.user.uid}","secondAdmin":"from 600.00","secondAdminPerDay":"from 1000.00"}`,
        reason,
      },
    ]);
  });

  it('takes effect after seven days in which no owner has answered, once every admin was told on days 1 and 6', async () => {
    await payouts(70_000n);
    await carryOn();
    expect((await open())[0]).toMatchObject({ firstToldAt: null });
    const told = async () => (await titles(late)).filter((title) => title.includes('is to be needed less: payout'));
    domain.clock.advance(DAY + MINUTE);
    await carryOn();
    await carryOn();
    expect(await told()).toEqual([
      `A second admin is to be needed less: payout: ${owner.user.name} proposes: From ₹700 on. Each admin from ₹1,000 a day on. Unless an owner declines it, it takes effect in 6 days. Reason: ${reason}`,
    ]);
    domain.clock.advance(5 * DAY);
    await carryOn();
    expect(await told()).toHaveLength(2);
    expect((await told())[0]).toContain('in 1 day.');
    domain.clock.advance(DAY - 2 * MINUTE);
    await carryOn();
    expect(await now()).toMatchObject({ fromAmount: 60_000n });
    domain.clock.advance(5 * MINUTE);
    expect(await refusalCode(confirmProposal(second.ctx(), { proposalId: await waiting() }))).toBe('PROPOSAL_ENDED');
    await Promise.all([carryOn(), carryOn()]);
    expect(await now()).toMatchObject({ fromAmount: 70_000n });
    expect(await open()).toEqual([]);
    expect((await endedProposals(owner.ctx(), { limit: 1 })).rows).toMatchObject([
      { kind: 'policy', status: 'unopposed', checkerId: null },
    ]);
  });

  it('stays as it is when any owner stops it, a new one and after the seven days too', async () => {
    await payouts(80_000n);
    domain.clock.advance(8 * DAY);
    await carryOn();
    expect(await now()).toMatchObject({ fromAmount: 70_000n });
    const fresh = await givenOtherAdmin(domain, 'Nina New', ['OWNER']);
    await declineProposal(fresh.ctx(), { proposalId: await waiting() });
    domain.clock.advance(8 * DAY);
    await carryOn();
    expect(await now()).toMatchObject({ fromAmount: 70_000n });
  });

  it('stays as it is when its maker is no owner any more', async () => {
    await set({ kind: 'payout', fromAmount: null }, late);
    expect(await open()).toHaveLength(1);
    await setAdminRoles(owner.ctx(), { userId: late.userId, roles: ['FINANCE'], reason });
    expect(await open()).toEqual([]);
  });

  it('is guarded by the database', async () => {
    const loosen = `update second_admin_thresholds set from_amount = null, maker_day_amount = null where kind = 'payout'`;
    await expect(inDatabase(audit, loosen)).rejects.toThrow('needs another owner');
    await payouts(null, null);
    const id = await waiting();
    const end = (status: string, checker: bigint | null) =>
      `update proposals set status = '${status}', checker_id = ${checker}, decided_at = date_trunc('milliseconds', db_now()) where id = ${id}`;
    await expect(inDatabase(audit, end('confirmed', late.userId), loosen)).rejects.toThrow(
      'needs an owner of 72 hours',
    );
    await expect(inDatabase(audit, end('confirmed', owner.userId), loosen)).rejects.toThrow('two_admins');
    await expect(inDatabase(audit, end('unopposed', null), loosen)).rejects.toThrow('may still be opposed');
    await expect(inDatabase(audit, end('confirmed', second.userId))).rejects.toThrow('has not been done');
    const other = `update second_admin_thresholds set from_amount = 90000 where kind = 'payout'`;
    await expect(inDatabase(audit, end('confirmed', second.userId), other)).rejects.toThrow('needs another owner');
    for (const told of ['first_told_at', 'last_told_at']) {
      await expect(inDatabase(`update proposals set ${told} = db_now() where id = ${id}`)).rejects.toThrow('is not so');
    }
    domain.clock.advance(8 * DAY);
    await expect(inDatabase(`update proposals set first_told_at = db_now() where id = ${id}`)).rejects.toThrow(
      'is not so',
    );
    await expect(inDatabase(audit, end('unopposed', null), loosen)).rejects.toThrow('may still be opposed');
    await expect(
      inDatabase(`update users set owner_since = '2000-01-01' where id = ${late.userId}`),
    ).resolves.toBeDefined();
    expect(await isSettledOwner(database.db, late.userId)).toBe(false);
    await expect(
      inDatabase(
        `insert into proposals (kind, subject_id, subject_type, subject, payload, maker_id, created_at, expires_at)
         select 'policy', 9, 'settings', 'secondAdmin', '{}', ${owner.userId}, at, at + interval '7 days'
           from (select db_now() - interval '8 days' as at) t`,
      ),
    ).rejects.toThrow('a proposal begins open');
    await expect(inDatabase(`insert into second_admin_thresholds (kind) values ('policy')`)).rejects.toThrow(
      'no_policy',
    );
    await declineProposal(owner.ctx(), { proposalId: id });
  });

  it.each([
    [`update second_admin_thresholds set from_amount = null where kind = 'payout'`, 'needs another owner'],
    [`insert into second_admin_thresholds (kind) values ('policy')`, 'permission denied'],
    [`delete from second_admin_thresholds`, 'permission denied'],
    [`update users set owner_since = '2000-01-01'`, 'permission denied'],
    [`update proposals set expires_at = created_at + interval '1 second'`, 'permission denied'],
  ])('is out of reach for the application’s own connection: %s', async (statement, why) => {
    await expect(domain.services.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(why) as string },
    });
  });

  it('is no setting itself', async () => {
    expect(await refusalCode(set({ kind: 'policy', fromAmount: null }))).toBe('INVALID_INPUT');
    expect((await secondAdminThresholdsOf(owner.ctx())).map(({ kind }) => kind)).not.toContain('policy');
  });
});

describe('with real money, a set result', () => {
  it('always needs a second admin, whatever is set', async () => {
    await setMoneyMode(database, 'real');
    domain.services.config.moneyMode = 'real';
    const shown = (await secondAdminThresholdsOf(owner.ctx())).find(({ kind }) => kind === 'override');
    expect(shown).toMatchObject({ fromAmount: 0n, fixed: true });
    expect(await refusalCode(set({ kind: 'override', fromAmount: null }))).toBe('INVALID_INPUT');
    const { rows } = await database.pool.query<{ from: bigint | null }>(
      `select from_amount as from from second_admin_thresholds where kind = 'override'`,
    );
    expect(rows).toEqual([{ from: null }]);
    await expect(
      database.pool.query(`select require_second_admin('override', 1, ${owner.userId}, '{}')`),
    ).rejects.toThrow('needs a second admin');
  });
});

describe('ended proposals', () => {
  it('are listed page by page, of the kinds that the admin may read', async () => {
    const first = await endedProposals(owner.ctx(), { limit: 3 });
    expect(first).toMatchObject({ hasNext: true });
    const next = await endedProposals(owner.ctx(), { limit: 3, after: first.rows.at(-1)?.id });
    const ids = [...first.rows, ...next.rows].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => Number(b - a)));
    expect(new Set([...first.rows, ...next.rows].map(({ status }) => status)).has('open')).toBe(false);
  });
});
