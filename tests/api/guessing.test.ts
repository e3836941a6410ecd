import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { knownDevices, mails, tokenBuckets } from '../../db/schema/accounts.ts';
import { notifications } from '../../db/schema/support.ts';
import { decryptedMail } from '../../server/domain/accounts/mails/mails.ts';
import { purgeLimits } from '../../server/domain/accounts/guesses/purgeLimits.ts';
import { contextFor } from '../../server/domain/ground/verbs/context.ts';
import { givenAdmin, givenPlayer, rowIdOf, type Person } from '../support/world/people.ts';
import { mailedLink } from '../support/world/mails.ts';
import { startTestServer, TEST_START, type TestServer } from '../support/server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WRONG = 'not the password';
const env = { RATE_LIMIT: '1000' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env });
});
afterAll(() => server.stop());

interface Reply {
  status: number;
  code: string | undefined;
  message: string | undefined;
  retryAfter: string | null;
  cookie: string | null;
}

interface Try {
  token?: string;
  cookie?: string | null;
  at?: TestServer;
  accept?: string;
}

async function post(path: string, body: object, { token, cookie, at = server, accept }: Try = {}): Promise<Response> {
  return fetch(`${at.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accept && { accept }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
}

/** The response's cookie as a browser sends it back. */
function cookieOf({ headers }: Response): string | null {
  return headers.get('set-cookie')?.split(';')[0] ?? null;
}

async function overRest(path: string, body: object, how: Try = {}): Promise<Reply> {
  const response = await post(path, body, how);
  const { code, message } = (await response.json()) as { code?: string; message?: string };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code, message, retryAfter, cookie: cookieOf(response) };
}

interface GraphQLAnswer {
  data?: Record<string, { code?: string; message?: string }> | null;
  errors?: { message: string; extensions: { code: string; retryAfterSeconds?: number } }[];
}

async function overGraphQL(name: string, input: object, how: Try = {}): Promise<Reply> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ... on DomainError { code message } } }`;
  const response = await post('/graphql', { query, variables: { input } }, how);
  const text = await response.text();
  const { data, errors } = JSON.parse(
    text.startsWith('{') ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? ''),
  ) as GraphQLAnswer;
  const retryAfter = response.headers.get('retry-after');
  const { code, message } = errors?.[0] ? { ...errors[0].extensions, ...errors[0] } : { ...data?.[name] };
  return { status: response.status, code, message, retryAfter, cookie: cookieOf(response) };
}

async function overSocket(name: string, input: object): Promise<Reply> {
  const client = createClient({ url: server.url.replace('http', 'ws') + '/graphql', webSocketImpl: WebSocket });
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ... on DomainError { code message } } }`;
  const { value } = await client.iterate({ query, variables: { input } }).next();
  await client.dispose();
  const { data, errors } = value as unknown as GraphQLAnswer;
  const { code, message } = errors?.[0] ? { ...errors[0].extensions, ...errors[0] } : { ...data?.[name] };
  return { status: 0, code, message, retryAfter: null, cookie: null };
}

const loginOverRest = (id: string, password: string, how?: Try) => overRest('/auth/login', { id, password }, how);
const loginOverGraphQL = (id: string, password: string, how?: Try) => overGraphQL('login', { id, password }, how);

/** Uses up the attempts for the account or identifier `id`. */
async function attack(id: string, how?: Try): Promise<void> {
  for (let n = 0; n < 10; n += 1) await loginOverRest(id, WRONG, how);
}

/** Signs in, and returns the cookie that identifies the device from then on. */
async function signInWithCookie({ email, password }: Person): Promise<string> {
  const { status, cookie } = await loginOverRest(email, password);
  expect(status).toBe(200);
  if (cookie === null) throw new Error('no cookie came');
  return cookie;
}

describe('tries of an account’s password', () => {
  it('are 10, whatever name, way or session they are made by, then one a minute', async () => {
    const [player, otherPlayer] = [await givenPlayer(server, { name: 'Tara Unique' }), await givenPlayer(server)];
    const codes: unknown[] = [];
    for (const id of [player.email, player.email.toUpperCase(), player.uid, ' tara  UNIQUE']) {
      codes.push((await loginOverRest(id, WRONG)).code, (await loginOverGraphQL(id, WRONG)).code);
    }
    codes.push((await overSocket('login', { id: player.email, password: WRONG })).code);
    codes.push((await loginOverGraphQL(player.email, WRONG, { token: otherPlayer.accessToken })).code);
    expect(codes).toEqual(Array.from({ length: 10 }, () => 'BAD_CREDENTIALS'));

    const limited = { code: 'RATE_LIMITED', message: 'Too many requests. Please wait.' };
    const answers = [
      await loginOverRest(player.email, player.password),
      await loginOverGraphQL(player.uid, player.password),
      await loginOverGraphQL(player.uid, player.password, { token: otherPlayer.accessToken }),
      await loginOverGraphQL(player.uid, player.password, { accept: 'text/event-stream' }),
    ];
    for (const answer of answers.slice(0, 3))
      expect(answer).toMatchObject({ ...limited, status: 429, retryAfter: '60' });
    expect(answers[3]).toMatchObject(limited);
    expect(await overSocket('login', { id: player.email, password: player.password })).toMatchObject(limited);
    const change = { oldPassword: WRONG, newPassword: 'x' };
    expect(await overRest('/common/updatePassword', change, { token: player.accessToken })).toMatchObject(limited);

    server.clock.advance(MINUTE);
    expect((await loginOverRest(player.email, WRONG)).code).toBe('BAD_CREDENTIALS');
    expect((await loginOverRest(player.email, player.password)).code).toBe('RATE_LIMITED');
    server.clock.advance(MINUTE);
    expect((await loginOverRest(player.email, player.password)).status).toBe(200);
  });

  it('are counted each when many stand in one document, under whatever alias', async () => {
    const player = await givenPlayer(server);
    const one = (n: number) => `a${n}: login(input: { id: "${player.uid}", password: "${n}" }) { __typename }`;
    const document = (from: number) => `mutation { ${Array.from({ length: 6 }, (_, n) => one(from + n)).join(' ')} }`;
    expect((await post('/graphql', { query: document(0) })).status).toBe(200);
    expect((await post('/graphql', { query: document(6) })).status).toBe(429);
    expect((await loginOverRest(player.email, player.password)).code).toBe('RATE_LIMITED');
  });

  /** Another server on the database has moved its clock. */
  const setDatabaseClockBack = () => server.clock.advance(0);

  it('are not more when they are made at the same moment, on two servers', async () => {
    const player = await givenPlayer(server);
    const second = await startTestServer({ env, database: server.database });
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) => loginOverRest(player.email, WRONG, { at: n % 2 === 0 ? server : second })),
    );
    await second.stop();
    setDatabaseClockBack();
    expect(tries.filter(({ code }) => code === 'BAD_CREDENTIALS')).toHaveLength(10);
    expect(tries.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(20);
  });

  it('stay used up over a restart, and with a clock that was set back', async () => {
    const player = await givenPlayer(server);
    await attack(player.email);
    const restarted = await startTestServer({ env, database: server.database });
    expect(restarted.clock.now()).toBe(TEST_START);
    const early = await loginOverRest(player.email, player.password, { at: restarted });
    expect(early.code).toBe('RATE_LIMITED');
    restarted.clock.set(server.clock.now() - DAY);
    expect((await loginOverRest(player.email, player.password, { at: restarted })).code).toBe('RATE_LIMITED');
    await restarted.stop();
    setDatabaseClockBack();
  });

  it('are only those that failed', async () => {
    const player = await givenPlayer(server);
    for (let n = 0; n < 15; n += 1) expect((await loginOverRest(player.uid, player.password)).status).toBe(200);
    for (let n = 0; n < 9; n += 1) await loginOverRest(player.uid, WRONG);
    for (let n = 0; n < 5; n += 1) expect((await loginOverRest(player.uid, player.password)).status).toBe(200);
  });

  it('are answered alike where there is no such account', async () => {
    for (const id of ['nobody-here@example.com', ' Nobody-Here@EXAMPLE.com', 'NOBODY-here@example.com']) {
      for (let n = 0; n < (id.startsWith(' ') ? 4 : 3); n += 1) {
        expect((await loginOverGraphQL(id, WRONG)).code).toBe('USER_NOT_FOUND');
      }
    }
    expect(await loginOverRest('nobody-here@example.com', WRONG)).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: '60',
    });
  });

  it('cost one check of a password whether or not there is such an account', async () => {
    const player = await givenPlayer(server);
    const checks: string[] = [];
    const { passwords } = server.services;
    const verify = passwords.verify.bind(passwords);
    const verifyDecoy = passwords.verifyDecoy.bind(passwords);
    passwords.verify = (...args) => (checks.push('somebody'), verify(...args));
    passwords.verifyDecoy = (...args) => (checks.push('nobody'), verifyDecoy(...args));
    await loginOverRest(player.email, WRONG);
    await loginOverRest('nobody-at-all@example.com', WRONG);
    Object.assign(passwords, { verify, verifyDecoy });
    expect(checks).toEqual(['somebody', 'nobody']);
  });

  it('are 10 of the old password too, over REST and GraphQL together', async () => {
    const player = await givenPlayer(server);
    const wrong = { oldPassword: WRONG, newPassword: 'x' };
    const token = player.accessToken;
    for (let n = 0; n < 5; n += 1) {
      expect((await overRest('/common/updatePassword', wrong, { token })).code).toBe('INCORRECT_OLD_PASSWORD');
      expect((await overGraphQL('changePassword', wrong, { token })).code).toBe('INCORRECT_OLD_PASSWORD');
    }
    const right = { oldPassword: player.password, newPassword: 'x' };
    expect(await overRest('/common/updatePassword', right, { token })).toMatchObject({ status: 429 });
    expect(await overGraphQL('changePassword', right, { token })).toMatchObject({ status: 429 });
  });
});

describe('a known device', () => {
  it('is let in with the right password while guesses from elsewhere have used up the tries', async () => {
    const player = await givenPlayer(server);
    const cookie = await signInWithCookie(player);
    await attack(player.email);
    expect((await loginOverRest(player.email, player.password)).status).toBe(429);
    const login = await loginOverRest(player.email, player.password, { cookie });
    expect([login.status, login.cookie]).toEqual([200, cookie]);
    expect((await loginOverGraphQL(player.uid, player.password, { cookie })).status).toBe(200);
    const change = { oldPassword: player.password, newPassword: 'a new one' };
    const { status } = await overGraphQL('changePassword', change, { cookie, token: player.accessToken });
    expect(status).toBe(200);
    expect((await loginOverRest(player.email, 'a new one', { cookie })).status).toBe(200);
  });

  it('has 30 tries of its own, which leave those of others alone', async () => {
    const player = await givenPlayer(server);
    const cookie = await signInWithCookie(player);
    for (let n = 0; n < 30; n += 1) {
      expect((await loginOverRest(player.email, WRONG, { cookie })).code).toBe('BAD_CREDENTIALS');
    }
    expect((await loginOverRest(player.email, player.password, { cookie })).code).toBe('RATE_LIMITED');
    expect((await loginOverRest(player.email, player.password)).status).toBe(200);
  });

  it('is one for those accounts only that have signed in there', async () => {
    const [one, two, three] = [await givenPlayer(server), await givenPlayer(server), await givenPlayer(server)];
    const first = await signInWithCookie(one);
    const { cookie } = await loginOverGraphQL(two.email, two.password, { cookie: first });
    for (const { email } of [one, two, three]) await attack(email);
    for (const { email, password } of [one, two]) {
      expect((await loginOverRest(email, password, { cookie })).status).toBe(200);
    }
    expect((await loginOverRest(three.email, three.password, { cookie })).status).toBe(429);
    expect((await loginOverRest(two.email, two.password, { cookie: first })).status).toBe(429);
  });

  it('is known by a cookie that scripts can’t read and other sites can’t use, for a year from its last use', async () => {
    const player = await givenPlayer(server);
    const answers = [
      await post('/auth/login', { id: player.email, password: player.password }),
      await post('/graphql', {
        query: `mutation { login(input: { id: "${player.email}", password: "${player.password}" }) { __typename } }`,
      }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('set-cookie')).toMatch(
        /^known_device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
      );
    }
    const cookie = cookieOf(answers[0] as Response) ?? '';
    const id = rowIdOf(server, player);
    const rows = () => server.database.db.select().from(knownDevices).where(eq(knownDevices.userId, id));
    const [{ tokenHash } = { tokenHash: Buffer.alloc(0) }] = await rows();
    expect(tokenHash).toHaveLength(32);
    expect(tokenHash.toString()).not.toContain(cookie.slice('known_device='.length));
    server.clock.advance(300 * DAY);
    const { status } = await loginOverRest(player.email, player.password, { cookie });
    expect(status).toBe(200);
    server.clock.advance(300 * DAY);
    await attack(player.email);
    expect((await loginOverRest(player.email, player.password, { cookie })).status).toBe(200);
    server.clock.advance(366 * DAY);
    await attack(player.email);
    expect((await loginOverRest(player.email, player.password, { cookie })).status).toBe(429);
    await purgeLimits(contextFor(server.services, { kind: 'system' }));
    expect(await rows()).toEqual([]);
  });

  it('is no longer known where the password was reset elsewhere, but the place of the reset is', async () => {
    const player = await givenPlayer(server);
    const stolen = await signInWithCookie(player);
    await attack(player.email);
    await overRest('/auth/ForgotPassword', { email: player.email });
    const link = await mailedLink(server.database, player.email);
    const { token } = (await (await post('/auth/verifyLink', link)).json()) as { token: string };
    const { status, cookie } = await overRest('/auth/resetPassword', { ...link, token, newPassword: 'anew' });
    expect(status).toBe(200);
    expect((await loginOverRest(player.email, 'anew', { cookie: stolen })).status).toBe(429);
    expect((await loginOverRest(player.email, 'anew', { cookie })).status).toBe(200);
  });

  it('is one of at most 10, and those never used again go first', async () => {
    const player = await givenPlayer(server);
    const cookie = await signInWithCookie(player);
    server.clock.advance(1_000);
    await loginOverRest(player.email, player.password, { cookie });
    server.clock.advance(1_000);
    for (let n = 0; n < 15; n += 1) await loginOverRest(player.email, player.password);
    const id = rowIdOf(server, player);
    expect(await server.database.db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(10);
    await attack(player.email);
    expect((await loginOverRest(player.email, player.password, { cookie })).status).toBe(200);
  });
});

async function newestMails(to: string): Promise<{ subject: string; body: string | null }[]> {
  const rows = await server.database.db.select().from(mails).where(eq(mails.recipient, to)).orderBy(mails.id);
  return rows.map((row) => decryptedMail(server.services, row));
}

describe('tries of mailed links', () => {
  it('are limited by account, while the right one is let in', async () => {
    const player = await givenPlayer(server);
    await overRest('/auth/ForgotPassword', { email: player.email });
    const link = await mailedLink(server.database, player.email);
    for (let n = 0; n < 5; n += 1) {
      expect((await overRest('/auth/verifyLink', { ...link, s: 'x' })).code).toBe('LINK_HASH_INVALID');
      const { email, validTill } = link;
      const input = { email, validTill, token: 'x', newPassword: 'x' };
      expect((await overGraphQL('resetPassword', input)).code).toBe('RESET_TOKEN_INVALID');
    }
    expect(await overRest('/auth/verifyLink', { ...link, s: 'x' })).toMatchObject({ status: 429, retryAfter: '60' });
    expect((await overGraphQL('verifyResetLink', { ...link, s: 'x' })).status).toBe(429);
    expect((await loginOverRest(player.email, player.password)).status).toBe(429);
    const { token } = (await (await post('/auth/verifyLink', link)).json()) as { token: string };
    expect((await overRest('/auth/resetPassword', { ...link, token, newPassword: 'anew' })).status).toBe(200);
  });

  it('that sign in are limited by who tries', async () => {
    const [player, guesser] = [await givenPlayer(server), await givenPlayer(server)];
    for (let n = 0; n < 30; n += 1) {
      const { code } = await overGraphQL('signInWithLink', { token: `x${n}` }, { token: guesser.accessToken });
      expect(code).toBe('LINK_INVALID');
    }
    expect((await overGraphQL('signInWithLink', { token: 'x' }, { token: guesser.accessToken })).status).toBe(429);
    await overGraphQL('requestSignInLink', { email: player.email });
    const [, token] = /signInToken=(\S+)/.exec((await newestMails(player.email)).at(-1)?.body ?? '') ?? [];
    expect((await overGraphQL('signInWithLink', { token }, { token: guesser.accessToken })).status).toBe(200);
  });
});

describe('tries from one address', () => {
  it('are 300 a minute for callers without a session; those with one go on', async () => {
    server.clock.advance(2 * MINUTE);
    const player = await givenPlayer(server);
    const codes = new Map<unknown, number>();
    for (let sent = 0; sent < 320; sent += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => loginOverRest(`nobody-${sent + n}@example.com`, WRONG)),
      );
      for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ USER_NOT_FOUND: 300, RATE_LIMITED: 20 });
    const elsewhere = { id: 'nobody-elsewhere@example.com', password: WRONG };
    expect((await overGraphQL('login', elsewhere)).code).toBe('RATE_LIMITED');
    expect((await overSocket('login', elsewhere)).code).toBe('RATE_LIMITED');
    const known = await loginOverGraphQL(player.email, player.password, { token: player.accessToken });
    expect(known.status).toBe(200);
    const change = { oldPassword: player.password, newPassword: 'x' };
    expect((await overRest('/common/updatePassword', change, { token: player.accessToken })).status).toBe(200);
    expect((await loginOverRest(player.email, 'x')).status).toBe(429);
    server.clock.advance(MINUTE);
    expect((await loginOverRest(player.email, 'x')).status).toBe(200);
  });
});

describe('the owner of an attacked account', () => {
  /** How many notifications and mails have told the owner. */
  async function notified(player: Person): Promise<[number, number]> {
    const id = rowIdOf(server, player);
    const rows = await server.database.db.select().from(notifications).where(eq(notifications.userId, id));
    const letters = (await newestMails(player.email)).filter(({ subject }) => subject.startsWith('Wrong passwords'));
    return [rows.filter(({ kind }) => kind === 'PASSWORD_GUESSED').length, letters.length];
  }

  it('is notified when the attempts were made with mailed links', async () => {
    const player = await givenPlayer(server);
    const wrong = { email: player.email, validTill: '1', s: 'x' };
    for (let n = 0; n < 9; n += 1) await overRest('/auth/verifyLink', wrong);
    expect(await notified(player)).toEqual([0, 0]);
    for (let n = 0; n < 3; n += 1) await overRest('/auth/verifyLink', wrong);
    expect(await notified(player)).toEqual([1, 1]);
  });

  it('is notified once of an attack, by mail and notification', async () => {
    const player = await givenPlayer(server);
    for (let n = 0; n < 9; n += 1) await loginOverRest(player.email, WRONG);
    expect(await notified(player)).toEqual([0, 0]);
    for (let n = 0; n < 5; n += 1) await loginOverRest(player.email, WRONG);
    expect(await notified(player)).toEqual([1, 1]);
    server.clock.advance(20 * MINUTE);
    await attack(player.email);
    expect(await notified(player)).toEqual([1, 1]);
    server.clock.advance(DAY);
    await attack(player.email);
    expect(await notified(player)).toEqual([2, 2]);
  });
});

describe('mails to one recipient', () => {
  it.each([
    ['/auth/ForgotPassword', 'requestPasswordReset', /^Reset/],
    [null, 'requestSignInLink', /sign-in link$/],
  ])('are 3 in 15 minutes for one purpose (%s, %s), answered alike', async (path, mutation, subject) => {
    const player = await givenPlayer(server);
    const requestReset = async () => {
      const answers = [await overGraphQL(mutation, { email: player.email })];
      if (path !== null) answers.push(await overRest(path, { email: player.email.toUpperCase() }));
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: undefined });
    };
    const sent = async () => (await newestMails(player.email)).filter((mail) => subject.test(mail.subject)).length;
    for (let n = 0; n < 4; n += 1) await requestReset();
    expect(await sent()).toBe(3);
    server.clock.advance(15 * MINUTE - 1);
    await requestReset();
    expect(await sent()).toBe(3);
    server.clock.advance(1);
    await requestReset();
    expect(await sent()).toBeGreaterThan(3);
  });

  it('are counted for each purpose by itself', async () => {
    const player = await givenPlayer(server);
    for (let n = 0; n < 4; n += 1) {
      await overGraphQL('requestPasswordReset', { email: player.email });
      await overGraphQL('requestSignInLink', { email: player.email });
    }
    // The mail with the password was sent at registration.
    expect(await newestMails(player.email)).toHaveLength(1 + 3 + 3);
  });
});

it('buckets that are full again are deleted, others kept', async () => {
  const system = () => contextFor(server.services, { kind: 'system' });
  const count = () => server.database.db.$count(tokenBuckets);
  server.clock.advance(2 * DAY);
  await purgeLimits(system());
  expect(await count()).toBe(0);
  await loginOverRest('nobody-new@example.com', WRONG);
  // The buckets of the address and of the identifier.
  expect(await count()).toBe(2);
  server.clock.advance(MINUTE - 1);
  await purgeLimits(system());
  expect(await count()).toBe(1);
  server.clock.advance(2);
  await purgeLimits(system());
  expect(await count()).toBe(0);
});

it('with RATE_LIMIT=off nothing is limited', async () => {
  const unlimited = await startTestServer();
  try {
    const { email, password } = await givenAdmin(unlimited);
    for (let n = 0; n < 12; n += 1) await loginOverRest(email, WRONG, { at: unlimited });
    expect((await loginOverRest(email, password, { at: unlimited })).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await overRest('/auth/ForgotPassword', { email }, { at: unlimited });
    expect(await unlimited.database.db.$count(mails, eq(mails.recipient, email))).toBe(5);
  } finally {
    await unlimited.stop();
  }
});
