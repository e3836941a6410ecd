import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mails, sessions, users } from '../../db/schema/accounts.ts';
import { authenticate } from '../../server/domain/accounts/sessions/authenticate.ts';
import { changePassword } from '../../server/domain/accounts/users/changePassword.ts';
import { hasMailedPassword } from '../../server/domain/accounts/users/hasMailedPassword.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { ensurePrimaryAdmin } from '../../server/domain/accounts/users/ensurePrimaryAdmin.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { logout } from '../../server/domain/accounts/sessions/logout.ts';
import {
  listAdmins,
  listMembers,
  memberByUid,
  memberSessions,
  usersById,
} from '../../server/domain/accounts/users/members.ts';
import { reactivateUser } from '../../server/domain/accounts/status/reactivateUser.ts';
import { registerAdmin } from '../../server/domain/accounts/users/registerAdmin.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { renewSession } from '../../server/domain/accounts/sessions/renewSession.ts';
import { updateProfile } from '../../server/domain/accounts/users/updateProfile.ts';
import { readBalances } from '../../server/domain/wallet/balances.ts';
import { avatarNames } from '../../server/platform/avatars.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { lastMail, mailedPassword, randomEmail } from '../support/world/mails.ts';
import { givenMember, givenOtherAdmin, givenPrimaryAdmin, signedIn, userRow } from '../support/world/members.ts';
import { refusal, refusalCode } from '../support/refusal.ts';
import { tamper } from '../support/tamper.ts';

const anonymous = { kind: 'anonymous' } as const;
const MINUTE = 60_000;
const reason = 'Asked for by a test';

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const nobody = () => domain.as(anonymous);

describe('registering', () => {
  it('mails a password with which one can log in, to an empty wallet and three messages', async () => {
    const email = randomEmail();
    await expect(
      registerPlayer(nobody(), { email: ` ${email.toUpperCase()} `, name: 'Asha  Rao' }),
    ).resolves.toMatchObject({
      email,
    });
    const password = await mailedPassword({ db: domain.owner }, email);
    expect(password.length).toBeGreaterThanOrEqual(12);
    const player = await signedIn(domain, email, password);
    expect(player.user).toMatchObject({
      name: 'Asha Rao',
      userType: 'player',
      status: 'active',
      avatar: avatarNames[0],
    });
    expect(player.user.uid).toMatch(/^\d{8}$/);
    const balances = await readBalances(database.db, [player.userId]);
    expect(balances.get(player.userId)).toEqual({ available: 0n, held: 0n });
    expect(await database.db.query.notifications.findMany({ where: (n) => eq(n.userId, player.userId) })).toHaveLength(
      3,
    );
  });

  it('keeps only an argon2id hash of the password', async () => {
    const player = await givenMember(domain);
    expect((await userRow(domain, player.userId)).passwordHash).toMatch(/^\$argon2id\$/);
  });

  it('refuses an email that is in use, in any case, and changes nothing', async () => {
    const { email } = await givenMember(domain);
    const mailsBefore = await database.db.$count(mails);
    expect(await refusalCode(registerPlayer(nobody(), { email: email.toUpperCase(), name: 'Else' }))).toBe(
      'EMAIL_TAKEN',
    );
    expect(await database.db.$count(mails)).toBe(mailsBefore);
  });

  it('gives one account to ten who register with one email at the same moment', async () => {
    const email = randomEmail();
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () => registerPlayer(nobody(), { email, name: 'Asha' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.db.$count(mails, eq(mails.recipient, email))).toBe(1);
  });

  it.each([
    [{ email: 'asha', name: 'Asha' }, 'email', 'Please enter a valid email'],
    [{ email: 'asha@example.com', name: ' ' }, 'name', 'name is required'],
    [{ email: 'asha@example.com', name: 'asha@example.com' }, 'name', 'name must not contain @'],
    [{ email: 'asha@example.com', name: '12 345 678' }, 'name', 'name must not be digits only'],
    [
      { email: 'asha@example.com', name: 'Rang0li Support' },
      'name',
      'name must not be that of the product or its support',
    ],
    [{ email: 'asha@example.com', name: 'PRIMARY  admin' }, 'name', 'name must not be that of an admin'],
    [{ email: 'asha@example.com', name: 'Primary Admin (Refunds)' }, 'name', 'name must not be that of an admin'],
    [{ email: 'asha@example.com', name: '\u3164' }, 'name', 'name must not have characters that show nothing'],
  ])('refuses %j', async (input, field, words) => {
    await givenPrimaryAdmin(domain);
    const refused = await refusal(registerPlayer(nobody(), input));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: words, extra: { field } });
  });
});

describe('a name', () => {
  it('of an admin is no other’s to take, not by a profile either; the own stays', async () => {
    const primary = await givenPrimaryAdmin(domain);
    await registerAdmin(primary.ctx(), { email: randomEmail(), name: 'Kavya Menon' });
    const player = await givenMember(domain, { name: 'Kavya Rao' });
    const rename = (name: string) => updateProfile(player.ctx(), { name });
    expect(await refusal(rename('kavya  MENON'))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'name' } });
    expect(await refusal(rename('Rangoli'))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'name' } });
    expect(await rename('Kavya Rao')).toMatchObject({ name: 'Kavya Rao' });
    // From before a rule: it stays as long as it isn't changed.
    await database.pool.query('alter table users disable trigger users_name_changed');
    await database.pool.query(`update users set name = 'Мeera @ Rangoli' where id = $1`, [player.userId]);
    await database.pool.query('alter table users enable trigger users_name_changed');
    const kept = { name: 'Мeera @ Rangoli', language: 'hi' as const };
    expect(await updateProfile(player.ctx(), kept)).toMatchObject({ name: 'Мeera @ Rangoli' });
    expect(await updateProfile(primary.ctx(), { name: primary.user.name })).toMatchObject({ name: primary.user.name });
  });

  it.each([
    ['a@b', 'a name has no @ and is not digits only'],
    ['12345678', 'a name has no @ and is not digits only'],
    ['As\u202eha', 'a name has no characters that show nothing'],
    ['\u3164', 'a name has no characters that show nothing'],
    ['As\u200dha', 'a name has no characters that show nothing'],
    ['...', 'a name has a letter or a digit'],
    ['Z\u0336\u0321\u0322\u0323\u0324', 'a name is in composed letters, with at most 4 accents on each'],
    ['Asha\u0301', 'a name is in composed letters, with at most 4 accents on each'],
    ['Мeera Joshi', 'a name has no Cyrillic or Greek beside Latin letters'],
  ])('is refused by the database too: %j', async (name, why) => {
    const insert = `insert into users (uid, email, name, avatar, user_type, password_hash, created_at)
                    values ('99999999', 'x@example.com', $1, 'lotus', 'player', '', now())`;
    await expect(database.pool.query(insert, [name])).rejects.toThrow(why);
  });
});

describe('logging in', () => {
  it('takes email in any case, UID, or a name that one user bears', async () => {
    const player = await givenMember(domain, { name: 'Only  One Bears Thís' });
    const apart = 'only one bears THÍS'.normalize('NFD');
    for (const id of [
      player.email.toUpperCase(),
      player.user.uid,
      ' only one bears THÍS ',
      'Only  One Bears Thís',
      apart,
    ]) {
      const { user } = await login(nobody(), { id, password: player.password });
      expect(user.id).toBe(player.userId);
    }
  });

  it('does not accept a name that two users have', async () => {
    const first = await givenMember(domain, { name: 'Twin Name' });
    await givenMember(domain, { name: 'twin name' });
    expect(await refusalCode(login(nobody(), { id: 'Twin Name', password: first.password }))).toBe('USER_NOT_FOUND');
  });

  it("prefers a UID to another user's name that looks like it", async () => {
    const player = await givenMember(domain);
    const impostor = await givenMember(domain);
    // A name from before such names were refused.
    await tamper(database, `update users set name = '${player.user.uid}' where id = ${impostor.userId}`);
    const { user } = await login(nobody(), { id: player.user.uid, password: player.password });
    expect(user.id).toBe(player.userId);
    expect(await refusalCode(login(nobody(), { id: player.user.uid, password: impostor.password }))).toBe(
      'BAD_CREDENTIALS',
    );
  });

  it('refuses a wrong password, and an unknown user, with the specified messages', async () => {
    const player = await givenMember(domain);
    expect(await refusal(login(nobody(), { id: player.email, password: 'wrong' }))).toMatchObject({
      code: 'BAD_CREDENTIALS',
      message: 'Unauthorized. Please check your credentials.',
    });
    expect(await refusal(login(nobody(), { id: 'nobody@example.com', password: 'x' }))).toMatchObject({
      code: 'USER_NOT_FOUND',
      message: 'User Not Found',
    });
    expect(await refusalCode(login(nobody(), { id: '', password: 'x' }))).toBe('INVALID_INPUT');
    expect(await refusalCode(login(nobody(), { id: player.email, password: '' }))).toBe('INVALID_INPUT');
  });

  it('stores neither token', async () => {
    const player = await givenMember(domain);
    const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, player.userId));
    expect(session?.refreshHash).toHaveLength(32);
    expect(Object.values(session ?? {}).map(String)).not.toContain(player.refreshToken);
    expect(session?.refreshHash).toEqual(createHash('sha256').update(player.refreshToken).digest());
  });
});

describe('a session', () => {
  it('authenticates its user for 30 minutes, and longer when renewed', async () => {
    const player = await givenMember(domain);
    expect(await authenticate(nobody(), player.accessToken)).toEqual(player.actor);
    domain.clock.advance(30 * MINUTE);
    expect(await authenticate(nobody(), player.accessToken)).toEqual(anonymous);
    const renewed = await renewSession(nobody(), player);
    expect(renewed.refreshToken).toBe(player.refreshToken);
    expect(renewed.user.id).toBe(player.userId);
    expect(await authenticate(nobody(), renewed.accessToken)).toEqual(player.actor);
  });

  it('ends after 30 days', async () => {
    const player = await givenMember(domain);
    domain.clock.advance(30 * 24 * 60 * MINUTE);
    expect(await refusalCode(renewSession(nobody(), player))).toBe('UNAUTHENTICATED');
  });

  it('is anonymous for a token with an invalid signature', async () => {
    const player = await givenMember(domain);
    const [head, , signature] = player.accessToken.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: '1', sid: '1', role: 'admin', exp: 9e9 })).toString('base64url');
    expect(await authenticate(nobody(), `${head}.${forged}.${signature}`)).toEqual(anonymous);
    expect(await authenticate(nobody(), 'nonsense')).toEqual(anonymous);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`;
    expect(await authenticate(nobody(), unsigned)).toEqual(anonymous);
  });

  it('ends at logout with both tokens, at once', async () => {
    const player = await givenMember(domain);
    const other = await signedIn(domain, player.email, player.password);
    expect(await authenticate(nobody(), player.accessToken)).toEqual(player.actor);
    await logout(nobody(), player);
    expect(await authenticate(nobody(), player.accessToken)).toEqual(anonymous);
    expect(await refusalCode(renewSession(nobody(), player))).toBe('UNAUTHENTICATED');
    expect(await authenticate(nobody(), other.accessToken)).toEqual(other.actor);
  });

  it('is not ended by tokens of two sessions, nor by none', async () => {
    const player = await givenMember(domain);
    const other = await signedIn(domain, player.email, player.password);
    const mixed = { accessToken: player.accessToken, refreshToken: other.refreshToken };
    expect(await refusal(logout(nobody(), mixed))).toMatchObject({
      code: 'TOKENS_INCOMPATIBLE',
      message: 'Not Authorized. Incompatible Tokens passed.',
    });
    expect(await refusalCode(logout(nobody(), { ...mixed, refreshToken: 'unknown' }))).toBe('TOKENS_INCOMPATIBLE');
    expect(await refusalCode(logout(nobody(), { refreshToken: player.refreshToken }))).toBe('UNAUTHENTICATED');
    expect(await authenticate(nobody(), player.accessToken)).toEqual(player.actor);
    expect(await authenticate(nobody(), other.accessToken)).toEqual(other.actor);
  });

  it('may be ended with an access token that has expired', async () => {
    const player = await givenMember(domain);
    domain.clock.advance(45 * MINUTE);
    await logout(nobody(), player);
    expect(await refusalCode(renewSession(nobody(), player))).toBe('UNAUTHENTICATED');
  });
});

describe('changing one’s password', () => {
  it('ends all sessions, the caller’s too', async () => {
    const player = await givenMember(domain);
    const other = await signedIn(domain, player.email, player.password);
    await changePassword(player.ctx(), { oldPassword: player.password, newPassword: 'x' });
    for (const { accessToken, refreshToken } of [player, other]) {
      expect(await authenticate(nobody(), accessToken)).toEqual(anonymous);
      expect(await refusalCode(renewSession(nobody(), { refreshToken }))).toBe('UNAUTHENTICATED');
    }
    expect(await refusalCode(login(nobody(), { id: player.email, password: player.password }))).toBe('BAD_CREDENTIALS');
    await signedIn(domain, player.email, 'x');
  });

  it('refuses a wrong old password in the words for either role', async () => {
    const player = await givenMember(domain);
    const admin = await givenPrimaryAdmin(domain);
    const wrong = { oldPassword: 'wrong', newPassword: 'x' };
    expect(await refusal(changePassword(player.ctx(), wrong))).toMatchObject({
      code: 'INCORRECT_OLD_PASSWORD',
      message: 'Wrong Old Password',
    });
    expect((await refusal(changePassword(admin.ctx(), wrong))).message).toBe('Incorrect Old Password');
    expect(await authenticate(nobody(), player.accessToken)).toEqual(player.actor);
  });

  it('asks admins for at least 12 characters, and knows that a mailed password is no longer in use', async () => {
    const admin = await givenOtherAdmin(domain);
    expect(await hasMailedPassword(admin.ctx())).toBe(true);
    const change = (newPassword: string) => changePassword(admin.ctx(), { oldPassword: admin.password, newPassword });
    expect(await refusal(change('eleven chars'.slice(1)))).toMatchObject({
      code: 'INVALID_INPUT',
      extra: { field: 'newPassword', detail: "An admin's password must have at least 12 characters" },
    });
    await change('twelve chars');
    const again = await signedIn(domain, admin.email, 'twelve chars');
    expect(await hasMailedPassword(again.ctx())).toBe(false);
  });

  it('accepts one of two concurrent calls', async () => {
    const player = await givenMember(domain);
    const change = (newPassword: string) => changePassword(player.ctx(), { oldPassword: player.password, newPassword });
    const attempts = await Promise.allSettled([change('one'), change('two')]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a profile', () => {
  it('changes what is given and nothing else', async () => {
    const player = await givenMember(domain);
    expect(await updateProfile(player.ctx(), { name: 'New Name' })).toMatchObject({
      name: 'New Name',
      avatar: player.user.avatar,
    });
    expect(await updateProfile(player.ctx(), { avatar: 'marigold' })).toMatchObject({
      name: 'New Name',
      avatar: 'marigold',
    });
    expect(await updateProfile(player.ctx(), {})).toMatchObject({ name: 'New Name', avatar: 'marigold' });
  });

  it('takes no avatar from elsewhere', async () => {
    const player = await givenMember(domain);
    const refused = await refusal(updateProfile(player.ctx(), { avatar: 'https://example.com/a.svg' }));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'avatar' } });
  });

  it('shows an email to oneself and to admins only', async () => {
    const [one, two, admin] = [await givenMember(domain), await givenMember(domain), await givenPrimaryAdmin(domain)];
    const ids = [one.userId, two.userId, 999_999n];
    const seenBy = async (who: typeof one) => (await usersById(who.ctx(), ids)).map((user) => user && user.email);
    expect(await seenBy(one)).toEqual([one.email, null, null]);
    expect(await seenBy(admin)).toEqual([one.email, two.email, null]);
    expect(await usersById(nobody(), ids)).toEqual([null, null, null]);
  });
});

describe('the primary admin', () => {
  it('is made once, by however many servers that start together, with a password to print', async () => {
    const fresh = await createTestDatabase();
    try {
      const first = openDomain(fresh);
      const made = await Promise.all(Array.from({ length: 5 }, () => ensurePrimaryAdmin(first.as({ kind: 'system' }))));
      const [only, ...more] = made.filter((each) => each !== null);
      expect(more).toEqual([]);
      expect(only?.email).toBe('admin@rangoli.local');
      const admin = await signedIn(first, 'admin@rangoli.local', only?.generatedPassword ?? '');
      expect(admin.user).toMatchObject({ userType: 'admin', isPrimary: true });
      expect(await fresh.db.$count(users)).toBe(1);
    } finally {
      await fresh.close();
    }
  });

  it('cannot be deactivated, and no admin can deactivate themselves', async () => {
    const primary = await givenPrimaryAdmin(domain);
    const other = await givenOtherAdmin(domain);
    expect(await refusalCode(deactivateUser(other.ctx(), { userId: primary.userId, reason }))).toBe('USER_PROTECTED');
    expect(await refusalCode(deactivateUser(other.ctx(), { userId: other.userId, reason }))).toBe('USER_PROTECTED');
  });
});

describe('admins', () => {
  it('register admins, whose password is mailed and who have no wallet', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const email = randomEmail();
    const { admin: registered, proposed } = await registerAdmin(admin.ctx(), { email, name: 'Anil' });
    expect(proposed).toBe(false);
    expect(registered).toMatchObject({ email, userType: 'admin', isPrimary: false });
    await signedIn(domain, email, await mailedPassword({ db: domain.owner }, email));
    expect((await readBalances(database.db, [registered.id])).size).toBe(0);
    expect((await listAdmins(admin.ctx())).map((each) => each.email)).toContain(email);
    expect(await refusalCode(registerAdmin(admin.ctx(), { email, name: 'Anil' }))).toBe('EMAIL_TAKEN');
  });

  it('are shown the mail of an admin whom they have just registered where no mail is sent, and nowhere else', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const email = randomEmail();
    const { mail } = await registerAdmin(admin.ctx(), { email, name: 'Kiran Desai' });
    const password = /^Password: (\S{12,})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    await signedIn(domain, email, password);
    const ctx = { ...admin.ctx(), mail: { send: () => Promise.resolve(), close: () => {} } };
    expect((await registerAdmin(ctx, { email: randomEmail(), name: 'Anita Desai' })).mail).toBeNull();
  });

  it('shut a player out at once, and let them in again', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const player = await givenMember(domain);
    const unreasoned = { userId: player.userId, reason: ' too short ' };
    expect(await refusalCode(deactivateUser(admin.ctx(), unreasoned))).toBe('INVALID_INPUT');
    const shut = await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'chargeback' });
    expect(await refusalCode(reactivateUser(admin.ctx(), unreasoned))).toBe('INVALID_INPUT');
    const renewal = renewSession(player.ctx(), { refreshToken: player.refreshToken });
    expect(await refusal(renewal)).toMatchObject({ code: 'UNAUTHENTICATED', extra: { detail: 'deactivated' } });
    expect(shut).toMatchObject({ status: 'deactivated', deactivationReason: 'chargeback' });
    expect(await authenticate(nobody(), player.accessToken)).toEqual(anonymous);
    expect(await refusalCode(renewSession(nobody(), player))).toBe('UNAUTHENTICATED');
    expect(await refusalCode(login(nobody(), { id: player.email, password: player.password }))).toBe('BAD_CREDENTIALS');
    expect(await refusalCode(deactivateUser(admin.ctx(), { userId: player.userId, reason }))).toBe('INVALID_INPUT');

    const back = await reactivateUser(admin.ctx(), { userId: player.userId, reason: 'cleared by the bank' });
    expect(back).toMatchObject({ status: 'active', deactivatedAt: null, deactivationReason: null });
    expect(await refusalCode(renewSession(nobody(), player))).toBe('UNAUTHENTICATED');
    await signedIn(domain, player.email, player.password);
  });

  it('deactivate an admin for good', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const other = await givenOtherAdmin(domain);
    await deactivateUser(admin.ctx(), { userId: other.userId, reason });
    expect(await refusalCode(reactivateUser(admin.ctx(), { userId: other.userId, reason }))).toBe('USER_PROTECTED');
    expect(await refusalCode(deactivateUser(admin.ctx(), { userId: 999_999n, reason }))).toBe('NOT_FOUND');
  });

  it('find members by part of a name, email or UID, page by page', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const found = [];
    for (const name of ['Zara One', 'Zara Two', 'zara three']) found.push(await givenMember(domain, { name }));
    const filter = { userType: 'player', search: 'ZARA' } as const;
    const first = await listMembers(admin.ctx(), filter, { limit: 2 });
    expect(first.rows.map(({ name }) => name)).toEqual(['zara three', 'Zara Two']);
    expect(first.hasNext).toBe(true);
    const rest = await listMembers(admin.ctx(), filter, { limit: 2, after: first.rows[1]?.id });
    expect(rest.rows.map(({ name }) => name)).toEqual(['Zara One']);
    expect(rest.hasNext).toBe(false);

    const [one] = found;
    expect((await listMembers(admin.ctx(), { ...filter, search: one?.email }, { limit: 5 })).rows).toHaveLength(1);
    expect(await memberByUid(admin.ctx(), one?.user.uid ?? '')).toMatchObject({ name: 'Zara One' });
    expect((await listMembers(admin.ctx(), { ...filter, search: '100%_\0' }, { limit: 5 })).rows).toEqual([]);
    const [session] = await memberSessions(admin.ctx(), one?.userId ?? 0n);
    expect(session).not.toHaveProperty('refreshHash');
  });

  it('are the only ones who may', async () => {
    const player = await givenMember(domain);
    const userId = player.userId;
    for (const attempt of [
      () => registerAdmin(player.ctx(), { email: randomEmail(), name: 'X' }),
      () => deactivateUser(player.ctx(), { userId, reason }),
      () => reactivateUser(player.ctx(), { userId, reason }),
      () => listMembers(player.ctx(), { userType: 'player' }, { limit: 1 }),
      () => memberByUid(player.ctx(), player.user.uid),
    ]) {
      expect(await refusalCode(Promise.resolve().then<unknown>(attempt))).toBe('FORBIDDEN');
    }
    expect(await refusalCode(registerAdmin(nobody(), { email: randomEmail(), name: 'X' }))).toBe('UNAUTHENTICATED');
  });
});

it('writes no mail when registering fails half-way', async () => {
  const before = await database.db.$count(mails);
  const broken = {
    ...nobody(),
    passwords: { ...domain.services.passwords, hash: () => Promise.reject(new Error('x')) },
  };
  await expect(registerPlayer(broken as never, { email: randomEmail(), name: 'A' })).rejects.toThrow('x');
  expect(await database.db.$count(mails)).toBe(before);
  expect((await lastMail({ db: domain.owner }, (await givenMember(domain)).email)).body).toContain('Password: ');
});

it('opens no session for a password that was changed while it was being checked', async () => {
  const player = await givenMember(domain);
  const { passwords } = domain.services;
  const racing = domain.as({ kind: 'anonymous' });
  const verify: typeof passwords.verify = async (...args) => {
    const isRight = await passwords.verify(...args);
    await changePassword(player.ctx(), { oldPassword: player.password, newPassword: 'another password' });
    return isRight;
  };
  racing.passwords = Object.assign(Object.create(passwords) as typeof passwords, { verify });
  expect(await refusalCode(login(racing, { id: player.email, password: player.password }))).toBe('BAD_CREDENTIALS');
});
