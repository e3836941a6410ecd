import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmSecondFactor } from '../../server/domain/accounts/secondFactor/confirmSecondFactor.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { memberByUid, membersById, memberSessions } from '../../server/domain/accounts/users/members.ts';
import { startSecondFactor } from '../../server/domain/accounts/secondFactor/startSecondFactor.ts';
import { auditBooks } from '../../server/domain/audit/auditBooks.ts';
import { listAudit, type AuditFilter } from '../../server/domain/audit/auditList.ts';
import { listBetsOf } from '../../server/domain/bets/betQueries.ts';
import { listTickets } from '../../server/domain/tickets/ticketList.ts';
import { listTransactions } from '../../server/domain/wallet/transactionList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { refusalCode } from '../support/refusal.ts';
import { secretFrom, totpCode } from '../support/authenticator.ts';

let database: TestDatabase;
let domain: TestDomain;
let admin: Member;
let player: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
  admin = await givenPrimaryAdmin(domain);
  player = await givenMember(domain);
});
afterAll(() => database.close());

const entries = async (filter: AuditFilter) => (await listAudit(admin.ctx(), filter, { limit: 100 })).rows;
const signIn = (id: string, password: string) => login(domain.as({ kind: 'anonymous' }), { id, password });

describe('the audit log of access', () => {
  it('has every sign-in, players’ only with a filter', async () => {
    const other = await givenOtherAdmin(domain);
    expect((await entries({ subject: other.user.uid }))[0]).toMatchObject({
      actorId: other.userId,
      action: 'session:open',
      subjectType: 'user',
      after: '{"userType":"admin"}',
    });
    expect((await entries({}))[0]).toMatchObject({ action: 'session:open', subject: other.user.uid });
    // The first of an hour.
    domain.clock.advance(3_600_000);
    await signIn(player.email, player.password);
    expect((await entries({}))[0]).toMatchObject({ action: 'session:open', subject: other.user.uid });
    for (const filter of [{ action: 'session:open' as const }, { subject: player.user.uid }]) {
      expect((await entries(filter))[0]).toMatchObject({ actorId: player.userId, subject: player.user.uid });
    }
  });

  it('has refused sign-ins of admins, as many as the limits on guesses let through', async () => {
    const other = await givenOtherAdmin(domain);
    const refusals = async (subject: string) => (await entries({ action: 'session:refuse', subject })).length;
    domain.services.config.rateLimited = true;
    for (let guess = 1; guess <= 12; guess += 1) {
      const code = await refusalCode(signIn(other.email, 'not the password'));
      expect(code).toBe(guess <= 10 ? 'BAD_CREDENTIALS' : 'RATE_LIMITED');
    }
    domain.services.config.rateLimited = false;
    expect(await refusals(other.user.uid)).toBe(10);
    await deactivateUser(admin.ctx(), { userId: other.userId, reason: 'Asked for by a test' });
    expect(await refusalCode(signIn(other.email, other.password))).toBe('BAD_CREDENTIALS');
    expect(await refusals(other.user.uid)).toBe(11);
    expect(await refusalCode(signIn(player.email, 'not the password'))).toBe('BAD_CREDENTIALS');
    expect(await refusals(player.user.uid)).toBe(0);
  });

  it('has refused sign-ins of one admin 20 times, then once in 5 minutes, and by which factor', async () => {
    const other = await givenOtherAdmin(domain);
    const refusals = () => entries({ action: 'session:refuse', subject: other.user.uid });
    for (let guess = 0; guess < 25; guess += 1) await refusalCode(signIn(other.email, 'not the password'));
    expect(await refusals()).toHaveLength(20);
    const { secret } = await startSecondFactor(other.ctx(), { password: other.password });
    const otp = totpCode(secretFrom(secret), new Date(domain.clock.now()));
    await confirmSecondFactor(other.ctx(), { otp });
    domain.clock.advance(5 * 60_000);
    const used = login(domain.as({ kind: 'anonymous' }), { id: other.email, password: other.password, otp });
    expect(await refusalCode(used)).toBe('OTP_WRONG');
    expect((await refusals())[0]).toMatchObject({ actorId: null, after: '{"factor":"second","userType":"admin"}' });
  });

  it('finds a subject by a part of its name, in any case', async () => {
    const { user } = await givenOtherAdmin(domain);
    const found = await entries({ subject: user.uid.slice(1, 7), action: 'session:open' });
    expect(found.map(({ subject }) => subject)).toContain(user.uid);
    expect(await entries({ subject: '%' })).toEqual([]);
  });

  it('has who read which data of a player, once in 15 minutes', async () => {
    const { userId, user } = await givenMember(domain);
    const page = { limit: 10 };
    const readings = async () =>
      (await entries({ action: 'member:read', subject: user.uid })).map(({ actorId, after }) => `${actorId} ${after}`);
    const read = {
      account: (by: Member) => memberByUid(by.ctx(), user.uid),
      sessions: (by: Member) => memberSessions(by.ctx(), userId),
      bets: (by: Member) => listBetsOf(by.ctx(), userId, page),
      money: (by: Member) => listTransactions(by.ctx(), { playerId: userId }, page),
      tickets: (by: Member) => listTickets(by.ctx(), { playerId: userId }, page),
    };
    const expected: string[] = [];
    for (const [data, reading] of Object.entries(read)) {
      await reading(admin);
      await reading(admin);
      expected.unshift(`${admin.userId} {"data":"${data}"}`);
      expect(await readings()).toEqual(expected);
    }
    await membersById(admin.ctx(), [userId]);
    await listTransactions(admin.ctx(), {}, page);
    await listTickets(admin.ctx(), {}, page);
    await memberByUid(admin.ctx(), admin.user.uid);
    expect(await readings()).toEqual(expected);
    expect(await entries({ action: 'member:read', subject: admin.user.uid })).toEqual([]);

    const other = await givenOtherAdmin(domain);
    await membersById(other.ctx(), [userId]);
    domain.clock.advance(15 * 60_000);
    await read.account(admin);
    expect(await readings()).toEqual([
      `${admin.userId} {"data":"account"}`,
      `${other.userId} {"data":"account"}`,
      ...expected,
    ]);
  });

  it('stays one chain while many sign in', async () => {
    await Promise.all(Array.from({ length: 20 }, () => signIn(player.email, player.password)));
    expect((await auditBooks(domain.as({ kind: 'system' }))).flatMap(({ faults }) => faults)).toEqual([]);
  });
});
