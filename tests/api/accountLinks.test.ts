import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTokens } from '../../db/schema/accounts.ts';
import { authenticate } from '../../server/domain/accounts/sessions/authenticate.ts';
import { changePassword } from '../../server/domain/accounts/users/changePassword.ts';
import { deactivateUser } from '../../server/domain/accounts/status/deactivateUser.ts';
import { createDownloadLink, redeemDownloadLink } from '../../server/domain/accounts/links/downloadLink.ts';
import { login } from '../../server/domain/accounts/sessions/login.ts';
import { logout } from '../../server/domain/accounts/sessions/logout.ts';
import { purgeLinks } from '../../server/domain/accounts/links/purgeLinks.ts';
import { requestPasswordReset } from '../../server/domain/accounts/links/requestPasswordReset.ts';
import { requestSignInLink } from '../../server/domain/accounts/links/requestSignInLink.ts';
import { resetPassword } from '../../server/domain/accounts/links/resetPassword.ts';
import { sendResetLink } from '../../server/domain/accounts/links/sendResetLink.ts';
import { signInWithLink } from '../../server/domain/accounts/links/signInWithLink.ts';
import { verifyResetLink, type ResetLink } from '../../server/domain/accounts/links/verifyResetLink.ts';
import { listAudit } from '../../server/domain/audit/auditList.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { lastMail } from '../support/world/mails.ts';
import { givenMember, givenPrimaryAdmin, signedIn } from '../support/world/members.ts';
import { refusal, refusalCode } from '../support/refusal.ts';

const anonymous = { kind: 'anonymous' } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

const anonymousContext = () => domain.as(anonymous);

async function mailedResetLink(email: string): Promise<ResetLink> {
  await requestPasswordReset(anonymousContext(), { email });
  const { searchParams, pathname } = await mailedUrl(email);
  expect(pathname).toBe('/resetPassword');
  const part = (name: string) => searchParams.get(name) ?? '';
  return { email: part('email'), validTill: part('validTill'), s: part('s') };
}

async function mailedUrl(email: string): Promise<URL> {
  const { body } = await lastMail({ db: domain.owner }, email);
  return new URL(/^http\S+$/m.exec(body ?? '')?.[0] ?? '');
}

/** Behind the #: browsers send neither it nor a referrer with it to any server. */
function signInTokenOf({ pathname, search, hash }: URL): string {
  expect([pathname, search]).toEqual(['/login', '']);
  return new URLSearchParams(hash.slice(1)).get('signInToken') ?? '';
}

describe('a reset link that an admin sends', () => {
  it('is the one that the member could ask for, with a row in the audit log', async () => {
    const [admin, player] = [await givenPrimaryAdmin(domain), await givenMember(domain)];
    await sendResetLink(admin.ctx(), { userId: player.userId });
    const { searchParams } = await mailedUrl(player.email);
    const part = (name: string) => searchParams.get(name) ?? '';
    const link = { email: part('email'), validTill: part('validTill'), s: part('s') };
    const { token } = await verifyResetLink(anonymousContext(), link);
    await resetPassword(anonymousContext(), { ...link, token, newPassword: 'anew' });
    await login(anonymousContext(), { id: player.email, password: 'anew' });
    const { rows } = await listAudit(admin.ctx(), { action: 'member:sendResetLink' }, { limit: 5 });
    expect(rows.map(({ actorId, subject }) => [actorId, subject])).toEqual([[admin.userId, player.user.uid]]);
  });

  it('goes to nobody who is unknown or deactivated, and is not for players to send', async () => {
    const [admin, player] = [await givenPrimaryAdmin(domain), await givenMember(domain)];
    expect(await refusalCode(sendResetLink(player.ctx(), { userId: admin.userId }))).toBe('FORBIDDEN');
    expect(await refusalCode(sendResetLink(admin.ctx(), { userId: 999_999n }))).toBe('NOT_FOUND');
    await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' });
    expect(await refusalCode(sendResetLink(admin.ctx(), { userId: player.userId }))).toBe('INVALID_INPUT');
  });
});

describe('a password reset', () => {
  it('goes from the mailed link to a new password, and ends all sessions', async () => {
    const player = await givenMember(domain);
    const link = await mailedResetLink(player.email.toUpperCase());
    expect(Number(link.validTill)).toBe(domain.clock.now() + 30 * MINUTE);
    const { token } = await verifyResetLink(anonymousContext(), link);
    await resetPassword(anonymousContext(), { ...link, token, newPassword: 'a new one' });

    expect(await authenticate(anonymousContext(), player.accessToken)).toEqual(anonymous);
    expect(await refusalCode(login(anonymousContext(), { id: player.email, password: player.password }))).toBe(
      'BAD_CREDENTIALS',
    );
    await signedIn(domain, player.email, 'a new one');
  });

  it('asks an admin for at least 12 characters, the link stays good, and the reset is audited', async () => {
    const admin = await givenPrimaryAdmin(domain);
    const link = await mailedResetLink(admin.email);
    const { token } = await verifyResetLink(anonymousContext(), link);
    const reset = (newPassword: string) => resetPassword(anonymousContext(), { ...link, token, newPassword });
    expect(await refusal(reset('short'))).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'newPassword' } });
    await reset(admin.password);
    const { rows } = await database.pool.query(
      `select action, actor_id::int as actor from audit_log where subject = '${admin.user.uid}' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'admin:resetPassword', actor: Number(admin.userId) }]);
  });

  it('refuses an unknown email', async () => {
    expect(await refusal(requestPasswordReset(anonymousContext(), { email: 'nobody@example.com' }))).toMatchObject({
      code: 'USER_NOT_FOUND',
      message: 'User does not exist',
    });
    expect(await refusalCode(requestPasswordReset(anonymousContext(), { email: 'nonsense' }))).toBe('INVALID_INPUT');
  });

  it('finds what is wrong with a link in the agreed order: missing, user, hash, expired, used', async () => {
    const player = await givenMember(domain);
    const link = await mailedResetLink(player.email);
    const check = (changes: Partial<ResetLink>) =>
      refusal(verifyResetLink(anonymousContext(), { ...link, ...changes }));

    expect(await check({ email: 'nobody@example.com', s: '' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await check({ validTill: '' })).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'validTill' } });
    expect(await check({ email: 'nobody@example.com', s: 'wrong' })).toMatchObject({
      code: 'USER_NOT_FOUND',
      message: 'Invalid Link',
    });
    expect(await check({ s: 'wrong' })).toMatchObject({ code: 'LINK_HASH_INVALID', message: 'Invalid Hash' });
    expect(await check({ validTill: String(Number(link.validTill) + 1) })).toMatchObject({ code: 'LINK_HASH_INVALID' });

    const { token } = await verifyResetLink(anonymousContext(), link);
    await resetPassword(anonymousContext(), { ...link, token, newPassword: 'x' });
    expect(await check({})).toMatchObject({ code: 'LINK_USED', message: 'Used Link' });
    expect(await check({ s: `${link.s}0` })).toMatchObject({ code: 'LINK_HASH_INVALID' });
    domain.clock.advance(31 * MINUTE);
    expect(await check({})).toMatchObject({ code: 'LINK_EXPIRED', message: 'Expired Link' });
    expect(await check({ s: 'wrong' })).toMatchObject({ code: 'LINK_HASH_INVALID' });
  });

  it('refuses another user’s link', async () => {
    const [one, two] = [await givenMember(domain), await givenMember(domain)];
    const link = await mailedResetLink(one.email);
    expect(await refusalCode(verifyResetLink(anonymousContext(), { ...link, email: two.email }))).toBe(
      'LINK_HASH_INVALID',
    );
    const { token } = await verifyResetLink(anonymousContext(), link);
    const reset = { ...link, token, email: two.email, newPassword: 'x' };
    expect(await refusalCode(resetPassword(anonymousContext(), reset))).toBe('RESET_TOKEN_INVALID');
    await signedIn(domain, two.email, two.password);
  });

  it('finds what is wrong with a token: missing, user, wrong, spent, too old', async () => {
    const player = await givenMember(domain);
    const link = await mailedResetLink(player.email);
    const { token } = await verifyResetLink(anonymousContext(), link);
    const input = { ...link, token, newPassword: 'x' };
    const reset = (changes: Partial<typeof input>) =>
      refusal(resetPassword(anonymousContext(), { ...input, ...changes }));

    expect(await reset({ token: '' })).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'token' } });
    expect(await reset({ newPassword: '' })).toMatchObject({ code: 'INVALID_INPUT', extra: { field: 'newPassword' } });
    expect(await reset({ email: 'nobody@example.com' })).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await reset({ token: 'wrong' })).toMatchObject({
      code: 'RESET_TOKEN_INVALID',
      message: 'Authorization failed!!!',
    });
    expect(await reset({ validTill: '1' })).toMatchObject({ code: 'RESET_TOKEN_INVALID' });

    await resetPassword(anonymousContext(), input);
    expect(await reset({})).toMatchObject({ code: 'RESET_TOKEN_SPENT', message: 'Link not found' });

    const again = await mailedResetLink(player.email);
    const late = await verifyResetLink(anonymousContext(), again);
    domain.clock.advance(10 * MINUTE);
    expect(await refusalCode(resetPassword(anonymousContext(), { ...again, ...late, newPassword: 'y' }))).toBe(
      'LINK_EXPIRED',
    );
  });

  it('happens once, however many try with one token at the same moment', async () => {
    const player = await givenMember(domain);
    const link = await mailedResetLink(player.email);
    const { token } = await verifyResetLink(anonymousContext(), link);
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        resetPassword(anonymousContext(), { ...link, token, newPassword: `new ${n}` }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('leaves no other way in: older links and tokens are used up with it', async () => {
    const player = await givenMember(domain);
    const [older, newer] = [await mailedResetLink(player.email), await mailedResetLink(player.email)];
    const olderToken = await verifyResetLink(anonymousContext(), older);
    await requestSignInLink(anonymousContext(), { email: player.email });
    const signInToken = signInTokenOf(await mailedUrl(player.email));
    const newerToken = await verifyResetLink(anonymousContext(), newer);
    await resetPassword(anonymousContext(), { ...newer, ...newerToken, newPassword: 'x' });

    expect(await refusalCode(verifyResetLink(anonymousContext(), older))).toBe('LINK_USED');
    const again = { ...older, ...olderToken, newPassword: 'y' };
    expect(await refusalCode(resetPassword(anonymousContext(), again))).toBe('RESET_TOKEN_SPENT');
    expect(await refusalCode(signInWithLink(anonymousContext(), { token: signInToken }))).toBe('LINK_USED');
  });

  it('is not for a deactivated account', async () => {
    const [admin, player] = [await givenPrimaryAdmin(domain), await givenMember(domain)];
    const link = await mailedResetLink(player.email);
    const { token } = await verifyResetLink(anonymousContext(), link);
    await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' });
    expect(await refusalCode(requestPasswordReset(anonymousContext(), player))).toBe('BAD_CREDENTIALS');
    expect(await refusalCode(requestSignInLink(anonymousContext(), player))).toBe('BAD_CREDENTIALS');
    expect(await refusalCode(verifyResetLink(anonymousContext(), link))).toBe('BAD_CREDENTIALS');
    expect(await refusalCode(resetPassword(anonymousContext(), { ...link, token, newPassword: 'x' }))).toBe(
      'BAD_CREDENTIALS',
    );
  });
});

describe('a sign-in link', () => {
  async function mailedToken(email: string): Promise<string> {
    await requestSignInLink(anonymousContext(), { email });
    return signInTokenOf(await mailedUrl(email));
  }

  it('signs in once', async () => {
    const player = await givenMember(domain);
    const token = await mailedToken(player.email);
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => signInWithLink(anonymousContext(), { token })),
    );
    const [won, ...others] = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(others).toEqual([]);
    expect(won?.value.user.id).toBe(player.userId);
    expect(await authenticate(anonymousContext(), won?.value.accessToken ?? '')).toMatchObject({
      userId: player.userId,
    });
    expect(await refusalCode(signInWithLink(anonymousContext(), { token }))).toBe('LINK_USED');
  });

  it('is good for 15 minutes, and for nothing but signing in', async () => {
    const player = await givenMember(domain);
    const token = await mailedToken(player.email);
    const link = await mailedResetLink(player.email);
    expect(await refusalCode(signInWithLink(anonymousContext(), { token: link.s }))).toBe('LINK_INVALID');
    expect(await refusalCode(resetPassword(anonymousContext(), { ...link, token, newPassword: 'x' }))).toBe(
      'RESET_TOKEN_INVALID',
    );
    domain.clock.advance(15 * MINUTE);
    expect(await refusalCode(signInWithLink(anonymousContext(), { token }))).toBe('LINK_EXPIRED');
    expect(await refusalCode(signInWithLink(anonymousContext(), { token: 'unknown' }))).toBe('LINK_INVALID');
  });

  it('does not let a deactivated account in', async () => {
    const [admin, player] = [await givenPrimaryAdmin(domain), await givenMember(domain)];
    const token = await mailedToken(player.email);
    await deactivateUser(admin.ctx(), { userId: player.userId, reason: 'Asked for by a test' });
    expect(await refusalCode(signInWithLink(anonymousContext(), { token }))).toBe('BAD_CREDENTIALS');
  });

  it('is worth nothing after a password change', async () => {
    const player = await givenMember(domain);
    const token = await mailedToken(player.email);
    await changePassword(player.ctx(), { oldPassword: player.password, newPassword: 'x' });
    expect(await refusalCode(signInWithLink(anonymousContext(), { token }))).toBe('LINK_USED');
  });
});

describe('a download link', () => {
  const path = '/documents/abc';

  async function linkFor(player: Awaited<ReturnType<typeof givenMember>>, target = path) {
    const { path: linked, expiresAt } = await createDownloadLink(player.ctx(), { path: target });
    expect(expiresAt.getTime()).toBe(domain.clock.now() + MINUTE);
    const { pathname, searchParams } = new URL(linked, 'http://localhost');
    const token = searchParams.get('download') ?? '';
    searchParams.delete('download');
    return { path: searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname, token };
  }

  const use = async (link: { path: string; token: string }) =>
    (await redeemDownloadLink(anonymousContext(), link)).actor;

  it('authenticates the user who requested it, five times', async () => {
    const player = await givenMember(domain);
    const link = await linkFor(player, '/exports/bets.csv?from=2026-01-01');
    expect(link.path).toBe('/exports/bets.csv?from=2026-01-01');
    const used = await Promise.all(Array.from({ length: 8 }, () => use(link)));
    expect(used.filter(({ kind }) => kind !== 'anonymous')).toEqual(Array.from({ length: 5 }, () => player.actor));
    expect(await use(link)).toEqual(anonymous);
  });

  it('opens nothing else, nothing late, and nothing when its session has ended', async () => {
    const player = await givenMember(domain);
    const [first, second, third] = [await linkFor(player), await linkFor(player), await linkFor(player)];
    expect(await use({ ...first, path: '/documents/xyz' })).toEqual(anonymous);
    expect(await use(first)).toEqual(player.actor);
    domain.clock.advance(MINUTE - 1);
    expect(await use(first)).toEqual(player.actor);
    domain.clock.advance(1);
    expect([await use(first), await use(second)]).toEqual([anonymous, anonymous]);
    const fourth = await linkFor(player);
    await logout(anonymousContext(), player);
    expect([await use(fourth), await use(third)]).toEqual([anonymous, anonymous]);
  });

  it.each(['/graphql', '//evil.example/documents/x', 'https://evil.example/', '/documents/x#y', '/documents/a b', ''])(
    'is not made for %j',
    async (target) => {
      const player = await givenMember(domain);
      expect(await refusalCode(createDownloadLink(player.ctx(), { path: target }))).toBe('INVALID_INPUT');
    },
  );
});

it('purges links a month after they expired, with their tokens', async () => {
  const player = await givenMember(domain);
  const link = await mailedResetLink(player.email);
  domain.clock.advance(29 * MINUTE);
  await verifyResetLink(anonymousContext(), link);
  const purge = () => purgeLinks(domain.as({ kind: 'system' }));
  const left = () => database.db.$count(linkTokens, eq(linkTokens.userId, player.userId));
  domain.clock.advance(30 * DAY);
  await purge();
  expect(await left()).toBe(2);
  domain.clock.advance(30 * MINUTE);
  await purge();
  expect(await left()).toBe(1);
  domain.clock.advance(DAY);
  await purge();
  expect(await left()).toBe(0);
});

it('stores no link’s secret', async () => {
  const player = await givenMember(domain);
  const link = await mailedResetLink(player.email);
  const [row] = await database.db.select().from(linkTokens).where(eq(linkTokens.userId, player.userId));
  expect(row?.secretHash).toHaveLength(32);
  expect(Object.values(row ?? {}).map(String)).not.toContain(link.s);
});
