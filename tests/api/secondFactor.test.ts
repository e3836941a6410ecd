import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoveryCodes, secondFactors, sessions } from '../../db/schema/accounts.ts';
import { changePassword } from '../../server/domain/accounts/users/changePassword.ts';
import { closeAccount } from '../../server/domain/accounts/status/closeAccount.ts';
import { confirmSecondFactor } from '../../server/domain/accounts/secondFactor/confirmSecondFactor.ts';
import { disableSecondFactor } from '../../server/domain/accounts/secondFactor/disableSecondFactor.ts';
import { excludeMyself } from '../../server/domain/accounts/status/excludeMyself.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { renewRecoveryCodes } from '../../server/domain/accounts/secondFactor/renewRecoveryCodes.ts';
import { requestPasswordReset } from '../../server/domain/accounts/links/requestPasswordReset.ts';
import { requestSignInLink } from '../../server/domain/accounts/links/requestSignInLink.ts';
import { resetPassword } from '../../server/domain/accounts/links/resetPassword.ts';
import {
  resetPrimarySecondFactor,
  resetSecondFactor,
} from '../../server/domain/accounts/secondFactor/resetSecondFactor.ts';
import { ownSecondFactor } from '../../server/domain/accounts/secondFactor/secondFactor.ts';
import { signInWithLink } from '../../server/domain/accounts/links/signInWithLink.ts';
import { startSecondFactor } from '../../server/domain/accounts/secondFactor/startSecondFactor.ts';
import { verifyResetLink } from '../../server/domain/accounts/links/verifyResetLink.ts';
import { withdrawExcluded } from '../../server/domain/accounts/status/withdrawExcluded.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { openPersonalData } from '../../server/domain/records/openPersonalData.ts';
import { paise } from '../../server/domain/ground/values/money.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { listenAt } from '../support/listen.ts';
import { byShortPath } from '../support/graphqlPaths.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { startTestServer } from '../support/server.ts';
import { lastMail, mailedLink } from '../support/world/mails.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, type Member } from '../support/world/members.ts';
import { ADMIN, givenAdmin } from '../support/world/people.ts';
import { secretFrom, totpCode } from '../support/authenticator.ts';

const STEP_MS = 30_000;

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const nobody = () => domain.as({ kind: 'anonymous' });
const signIn = ({ email, password }: Member, otp?: string) => login(nobody(), { id: email, password, otp });
const factorRows = ({ userId }: Member) =>
  domain.owner.select().from(secondFactors).where(eq(secondFactors.userId, userId));

interface Enrolled {
  codes: string[];
  /** The code that the app shows now. */
  code: () => string;
  /** A code that was not used yet: that of the next step. */
  nextCode: () => string;
}

async function enrol(member: Member, otp?: string): Promise<Enrolled> {
  const { secret } = await startSecondFactor(member.ctx(), { password: member.password, otp });
  const code = () => totpCode(secretFrom(secret), new Date(domain.clock.now()));
  const { recoveryCodes: codes } = await confirmSecondFactor(member.ctx(), { otp: code() });
  const nextCode = () => {
    domain.clock.advance(STEP_MS);
    return code();
  };
  return { codes, code, nextCode };
}

const mayGuess = async (run: () => Promise<void>) => {
  domain.services.config.rateLimited = true;
  await run().finally(() => (domain.services.config.rateLimited = false));
};

describe('setting up a second factor', () => {
  it('takes the password and a code of the app, and gives ten recovery codes', async () => {
    const player = await givenMember(domain);
    expect(await refusalCode(startSecondFactor(player.ctx(), { password: 'wrong' }))).toBe('INCORRECT_OLD_PASSWORD');
    expect(await refusalCode(confirmSecondFactor(player.ctx(), { otp: '123456' }))).toBe('NOT_FOUND');
    const { secret, uri } = await startSecondFactor(player.ctx(), { password: player.password });
    expect(uri).toContain(`secret=${secret}`);
    const right = totpCode(secretFrom(secret), new Date(domain.clock.now()));
    const wrong = right === '111111' ? '222222' : '111111';
    expect(await refusalCode(confirmSecondFactor(player.ctx(), { otp: wrong }))).toBe('OTP_WRONG');
    expect((await signIn(player)).user.uid).toBe(player.user.uid);

    const confirmed = await confirmSecondFactor(player.ctx(), { otp: right });
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    for (const code of confirmed.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await ownSecondFactor(player.ctx())).toMatchObject({ recoveryCodesLeft: 10, required: false });
    const [row] = await factorRows(player);
    expect(row?.keyId).toBe(domain.services.keyring.keyId);
    expect(row?.secret.includes(secretFrom(secret))).toBe(false);
  });

  it('waits for its first code for 30 minutes', async () => {
    const player = await givenMember(domain);
    const { secret } = await startSecondFactor(player.ctx(), { password: player.password });
    domain.clock.advance(30 * 60_000);
    const otp = totpCode(secretFrom(secret), new Date(domain.clock.now()));
    expect(await refusalCode(confirmSecondFactor(player.ctx(), { otp }))).toBe('NOT_FOUND');
  });

  it('again replaces the former one when it is confirmed, not before', async () => {
    const player = await givenMember(domain);
    const former = await enrol(player);
    const again = { password: player.password };
    expect(await refusalCode(startSecondFactor(player.ctx(), again))).toBe('OTP_REQUIRED');
    await startSecondFactor(player.ctx(), { ...again, otp: former.nextCode() });
    await signIn(player, former.nextCode());
    const renewed = await enrol(player, former.nextCode());
    expect(await refusalCode(signIn(player, former.nextCode()))).toBe('OTP_WRONG');
    expect(await refusalCode(signIn(player, former.codes[0]))).toBe('OTP_WRONG');
    await signIn(player, renewed.nextCode());
  });
});

describe('signing in with a second factor', () => {
  it('takes a code, each once and none older', async () => {
    const player = await givenMember(domain);
    const { code, nextCode } = await enrol(player);
    expect(await refusal(signIn(player))).toMatchObject({ code: 'OTP_REQUIRED', extra: { field: 'otp' } });
    expect(await refusalCode(login(nobody(), { id: player.email, password: 'x', otp: code() }))).toBe(
      'BAD_CREDENTIALS',
    );
    for (const otp of [code(), '', ' ', 'x', '\0', '12345', '0'.repeat(10_000)]) {
      expect(await refusalCode(signIn(player, otp))).toBe(otp.trim() === '' ? 'OTP_REQUIRED' : 'OTP_WRONG');
    }
    const older = nextCode();
    const newer = nextCode();
    expect((await signIn(player, ` ${newer.slice(0, 3)} ${newer.slice(3)} `)).user.uid).toBe(player.user.uid);
    expect(await refusalCode(signIn(player, newer))).toBe('OTP_WRONG');
    expect(await refusalCode(signIn(player, older))).toBe('OTP_WRONG');
  });

  it('lets one of several in that send the same code at once', async () => {
    const player = await givenMember(domain);
    const { nextCode, codes } = await enrol(player);
    for (const otp of [nextCode(), codes[0]]) {
      const tries = await Promise.allSettled(Array.from({ length: 4 }, () => signIn(player, otp)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('takes a recovery code in place of it, each once, however it is written', async () => {
    const player = await givenMember(domain);
    const { codes, nextCode } = await enrol(player);
    const [first = '', second = ''] = codes;
    await signIn(player, first);
    expect(await refusalCode(signIn(player, first))).toBe('OTP_WRONG');
    await signIn(player, ` ${second.toLowerCase().replaceAll('-', ' ')}`);
    expect((await ownSecondFactor(player.ctx())).recoveryCodesLeft).toBe(8);
    // A word processor's dashes, and digits that the alphabet lacks for letters that look alike.
    const alike = codes.slice(3).find((code) => /[OI]/.test(code)) ?? codes[3] ?? '';
    await signIn(player, alike.replaceAll('-', '\u2013').replaceAll('O', '0').replaceAll('I', '1'));
    const renewed = await renewRecoveryCodes(player.ctx(), { password: player.password, otp: nextCode() });
    expect(await refusalCode(signIn(player, codes[2]))).toBe('OTP_WRONG');
    await signIn(player, renewed.recoveryCodes[0]);
  });

  it('is limited as passwords are', async () => {
    const player = await givenMember(domain);
    const { nextCode } = await enrol(player);
    await mayGuess(async () => {
      for (let guess = 0; guess < 10; guess += 1) expect(await refusalCode(signIn(player, 'x'))).toBe('OTP_WRONG');
      expect(await refusalCode(signIn(player, nextCode()))).toBe('RATE_LIMITED');
    });
  });

  it('is not avoided by a sign-in link, which stays good until the code is right', async () => {
    const player = await givenMember(domain);
    const { nextCode } = await enrol(player);
    await requestSignInLink(nobody(), { email: player.email });
    const [, token = ''] = /signInToken=(\S+)/.exec((await lastMail({ db: domain.owner }, player.email)).body) ?? [];
    expect(await refusalCode(signInWithLink(nobody(), { token }))).toBe('OTP_REQUIRED');
    await mayGuess(async () => {
      for (let guess = 0; guess < 10; guess += 1) {
        expect(await refusalCode(signInWithLink(nobody(), { token, otp: 'x' }))).toBe('OTP_WRONG');
      }
      expect(await refusalCode(signInWithLink(nobody(), { token, otp: 'x' }))).toBe('RATE_LIMITED');
    });
    expect((await signInWithLink(nobody(), { token, otp: nextCode() })).user.uid).toBe(player.user.uid);
    expect(await refusalCode(signInWithLink(nobody(), { token, otp: nextCode() }))).toBe('LINK_USED');
  });

  it('is not avoided by another password', async () => {
    const player = await givenMember(domain);
    const { nextCode } = await enrol(player);
    await requestPasswordReset(nobody(), { email: player.email });
    const link = await mailedLink({ db: domain.owner }, player.email);
    const { token } = await verifyResetLink(nobody(), link);
    await resetPassword(nobody(), { ...link, token, newPassword: 'anew' });
    const anew = { ...player, password: 'anew' };
    expect(await refusalCode(signIn(anew))).toBe('OTP_REQUIRED');
    await signIn(anew, nextCode());
    await changePassword(player.ctx(), { oldPassword: 'anew', newPassword: 'again' });
    expect(await refusalCode(signIn({ ...player, password: 'again' }))).toBe('OTP_REQUIRED');
  });

  it('holds for the payout of an excluded player too', async () => {
    const player = await givenMember(domain, { rupees: 50 });
    const { nextCode } = await enrol(player);
    await excludeMyself(player.ctx(), { months: 6 });
    const input = { email: player.email, password: player.password, amount: null, upiId: 'asha@okbank' };
    expect(await refusalCode(withdrawExcluded(nobody(), input))).toBe('OTP_REQUIRED');
    const request = { ...input, amount: paise(2_000n), idempotencyKey: 'one', otp: nextCode() };
    const first = await withdrawExcluded(nobody(), request);
    expect(await withdrawExcluded(nobody(), request)).toEqual(first);
    expect(await refusalCode(withdrawExcluded(nobody(), { ...request, idempotencyKey: 'two' }))).toBe('OTP_WRONG');
  });
});

describe('the database', () => {
  it('takes no code twice, no confirmation back and no removal without its row in the audit log', async () => {
    const player = await givenMember(domain);
    await enrol(player);
    const [row] = await factorRows(player);
    const mine = eq(secondFactors.id, row?.id ?? 0n);
    const db = domain.owner;
    for (const lastStep of [row?.lastStep ?? 0, 1]) {
      await expect(db.update(secondFactors).set({ lastStep }).where(mine)).rejects.toMatchObject({
        cause: { message: 'a code is accepted once' },
      });
    }
    const other = await givenMember(domain);
    for (const change of [{ confirmedAt: null, lastStep: null }, { userId: other.userId }]) {
      await expect(db.update(secondFactors).set(change).where(mine)).rejects.toMatchObject({
        cause: { message: 'a second factor keeps its account and its confirmation' },
      });
    }
    await expect(db.delete(secondFactors).where(mine)).rejects.toThrow();
    await db
      .update(recoveryCodes)
      .set({ usedAt: new Date() })
      .where(eq(recoveryCodes.factorId, row?.id ?? 0n));
    await expect(
      db
        .update(recoveryCodes)
        .set({ usedAt: null })
        .where(eq(recoveryCodes.factorId, row?.id ?? 0n)),
    ).rejects.toMatchObject({ cause: { message: 'a recovery code is used once' } });
    const ready = { userId: player.userId, secret: Buffer.alloc(20), createdAt: new Date(), lastStep: 1 };
    await expect(db.insert(secondFactors).values({ ...ready, confirmedAt: new Date() })).rejects.toMatchObject({
      cause: { message: 'a second factor is confirmed by a code' },
    });
  });
});

describe('removing a second factor', () => {
  const entries = async (uid: string) => {
    const admin = await givenPrimaryAdmin(domain);
    return (await listAudit(admin.ctx(), { subject: uid }, { limit: 20 })).rows
      .map(({ action }) => action)
      .filter((action) => action.startsWith('secondFactor'));
  };

  it('takes password and code', async () => {
    const player = await givenMember(domain);
    const { nextCode } = await enrol(player);
    const { password } = player;
    expect(await refusalCode(disableSecondFactor(player.ctx(), { password }))).toBe('OTP_REQUIRED');
    const wrong = disableSecondFactor(player.ctx(), { password: 'x', otp: nextCode() });
    expect(await refusalCode(wrong)).toBe('INCORRECT_OLD_PASSWORD');
    await disableSecondFactor(player.ctx(), { password, otp: nextCode() });
    await signIn(player);
    expect(await refusalCode(renewRecoveryCodes(player.ctx(), { password }))).toBe('NOT_FOUND');
    expect(await entries(player.user.uid)).toEqual(['secondFactor:remove', 'secondFactor:enrol']);
  });

  it('of somebody who lost it is for admins: sessions end, they are mailed, and the audit log has it', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const player = await givenMember(domain);
    expect(
      await refusalCode(resetSecondFactor(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' })),
    ).toBe('NOT_FOUND');
    await enrol(player);
    expect(
      await refusalCode(resetSecondFactor(player.ctx(), { userId: player.userId, reason: 'Asked for by a test' })),
    ).toBe('FORBIDDEN');
    await resetSecondFactor(admin.ctx(), { userId: player.userId, reason: 'lost the phone' });
    const rows = await domain.owner.select().from(sessions).where(eq(sessions.userId, player.userId));
    expect(rows.map(({ endReason }) => endReason)).toEqual(['second_factor_reset']);
    expect(domain.published).toContainEqual({
      type: 'sessionsEnded',
      sessionIds: rows.map(({ id }) => String(id)),
    });
    expect((await lastMail({ db: domain.owner }, player.email)).subject).toMatch(/^The second factor of/);
    expect(await entries(player.user.uid)).toEqual(['secondFactor:reset', 'secondFactor:enrol']);
    await signIn(player);
  });

  it('of the primary admin is done on the server', async () => {
    const [primary, other] = [await givenPrimaryAdmin(domain), await givenOtherAdmin(domain, 'Tara Owner', ['OWNER'])];
    await enrol(primary);
    for (const by of [primary, other]) {
      expect(
        await refusalCode(resetSecondFactor(by.ctx(), { userId: primary.userId, reason: 'Asked for by a test' })),
      ).toBe('USER_PROTECTED');
    }
    expect(await resetPrimarySecondFactor(domain.as({ kind: 'system' }))).toBe(primary.email);
    expect(await refusalCode(resetPrimarySecondFactor(domain.as({ kind: 'system' })))).toBe('NOT_FOUND');
    await signIn(primary);
  });

  it('is part of closing the account; until then one’s data mention it', async () => {
    const player = await givenMember(domain);
    await enrol(player);
    let text = '';
    for await (const piece of await openPersonalData(player.ctx())) text += piece;
    expect((JSON.parse(text) as { secondFactor: unknown }).secondFactor).toMatchObject([{ recoveryCodesLeft: 10 }]);
    await closeAccount(player.ctx(), { password: player.password });
    expect(await factorRows(player)).toEqual([]);
  });
});

describe('where admins must have one', () => {
  it('an admin without may do nothing but set it up, by any way', async () => {
    const server = await startTestServer({ env: { ADMIN_SECOND_FACTOR: 'required' } });
    const admin = await givenAdmin(server);
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const overRest = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers });
      return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
    };
    const refused = { status: 403, code: 'OTP_ENROLMENT_REQUIRED' };
    for (const path of ['/admin/getSapreConfigDetails', '/support/getPendingTransactions', '/exports/bets.csv']) {
      expect([path, await overRest(path)]).toEqual([path, refused]);
    }
    expect(await overRest('/common/getAvatarList')).toEqual(refused);
    for (const query of ['{ viewer { admin { pendingCount } } }', '{ activeContest(gameType: SAPRE_ONE) { id } }']) {
      await expect(admin.execute(query)).rejects.toThrow('OTP_ENROLMENT_REQUIRED');
    }
    // Kept as text once a caller without a session has asked for it.
    const rounds = '{ contests(gameType: SAPRE_ONE, first: 2) { edges { node { gameId } } } }';
    const call = { url: `${server.url}/graphql`, query: rounds, variables: {}, token: undefined };
    for (let time = 0; time < 2; time += 1) await byShortPath(call);
    expect((await byShortPath({ ...call, token: admin.accessToken })).answer.errors).toMatchObject([
      { extensions: { code: 'OTP_ENROLMENT_REQUIRED' } },
    ]);
    const socket = listenAt(server.url, admin.accessToken);
    const heard = socket.listen('subscription { transactionChanged { id } }');
    expect((await heard.next())['errors']).toMatchObject([{ extensions: { code: 'OTP_ENROLMENT_REQUIRED' } }]);
    await socket.close();

    const { viewer } = await admin.execute('{ viewer { user { name } secondFactor { confirmedAt required } } }');
    expect(viewer.secondFactor).toEqual({ confirmedAt: null, required: true });
    const { secret } = await admin.perform('startSecondFactor', { password: ADMIN.password }, 'secret');
    const code = () => totpCode(secretFrom(secret as string), new Date(server.clock.now()));
    await admin.perform('confirmSecondFactor', { otp: code() }, 'recoveryCodes');
    expect((await admin.execute('{ viewer { admin { pendingCount } } }'))['viewer'].admin.pendingCount).toBe(0);

    server.clock.advance(STEP_MS);
    const input = { password: ADMIN.password, otp: code() };
    await expect(admin.attempt('disableSecondFactor', input, 'ok')).rejects.toThrow('OTP_ENROLMENT_REQUIRED');
    await server.stop();
  });
});
