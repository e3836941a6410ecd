import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Call, sendTo } from '../support/send.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { givenPlayer, type Person } from '../support/world/people.ts';

const PUBLIC_URL = 'https://play.example.com';
const HOST = 'play.example.com';
const SHOP = 'https://shop.example.com';

let database: TestDatabase;
let server: TestServer;
let player: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  // It is reached under any name.
  const local = await startTestServer({ database });
  player = await givenPlayer(local);
  await local.stop();
  server = await startTestServer({
    database,
    env: { PUBLIC_URL, ALLOWED_ORIGINS: SHOP, TRUSTED_PROXY: '127.0.0.1', RATE_LIMIT: '1000' },
  });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** As visitors do, under the server's name. */
const send = (call: Call) => sendTo(server.url, { ...call, headers: { host: HOST, ...call.headers } });

const json = { 'content-type': 'application/json' };
const calls: Record<string, Call> = {
  'a REST call that writes': { method: 'POST', path: '/auth/token', headers: json, body: '{"refreshToken":"x"}' },
  'a GraphQL query': { method: 'POST', path: '/graphql', headers: json, body: '{"query":"{ serverTime }"}' },
  'a GraphQL query by GET': { path: `/graphql?query=${encodeURIComponent('{ serverTime }')}` },
};

describe.each(Object.entries(calls))('%s', (_name, call) => {
  const from = (origin: string | undefined) =>
    send({ ...call, headers: { ...call.headers, ...(origin === undefined ? {} : { origin }) } });

  it.each([
    'https://evil.example',
    'null',
    'http://play.example.com',
    'https://play.example.com:8443',
    `${SHOP}.evil.example`,
    'garbage',
  ])('is refused for a page of %s', async (origin) => {
    const { status, body } = await from(origin);
    expect(status).toBe(403);
    expect(body).toContain('FORBIDDEN');
    expect(body).toContain('ALLOWED_ORIGINS');
  });

  it('is answered for programs, our own pages and allowed ones', async () => {
    for (const origin of [undefined, PUBLIC_URL, SHOP]) expect((await from(origin)).status).not.toBe(403);
  });
});

it('a server without a public URL knows its own pages by the Host, in whatever case that is written', async () => {
  const local = await startTestServer({ database });
  const from = async (origin: string) => {
    const call = calls['a GraphQL query']!;
    const headers = { ...json, host: 'PLAY.Example.com', origin };
    return (await sendTo(local.url, { ...call, headers })).status;
  };
  expect(await from('http://play.example.com')).toBe(200);
  expect(await from('http://pay.example.com')).toBe(403);
  await local.stop();
});

it('a REST call that only reads is answered whatever page sends it, unreadable for that page', async () => {
  const { status, headers } = await send({
    path: '/sapre/getActiveSapreContest?gameType=sapreHalf',
    headers: { origin: 'https://evil.example', authorization: `Bearer ${player.accessToken}` },
  });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

it('an allowed page may read responses, and its preflight succeeds', async () => {
  const { headers } = await send({ ...calls['a GraphQL query']!, headers: { ...json, origin: SHOP } });
  expect(headers['access-control-allow-origin']).toBe(SHOP);
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  const exposed = String(headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy']));
  const authorization = `Bearer ${player.accessToken}`;
  const signedIn = await send({ ...calls['a GraphQL query']!, headers: { ...json, origin: SHOP, authorization } });
  expect(signedIn.headers['ratelimit']).toMatch(/^"points";r=\d+/);
  expect(signedIn.headers['ratelimit-policy']).toContain('"points";q=1000;w=60');
  for (const path of ['/graphql', '/sapre/placeBet']) {
    const preflight = await send({
      method: 'OPTIONS',
      path,
      headers: {
        origin: SHOP,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key,x-query-cost',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key');
    expect(preflight.headers['access-control-allow-headers']).toContain('x-query-cost');
  }
});

describe('a socket', () => {
  const opened = (origin: string | undefined) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        origin,
        headers: { host: HOST },
      });
      socket.on('open', () => {
        socket.terminate();
        resolve(true);
      });
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode !== 403));
      socket.on('error', () => resolve(false));
    });

  it('opens for programs, our own pages and allowed ones, and for no others', async () => {
    for (const origin of [undefined, PUBLIC_URL, SHOP]) expect(await opened(origin)).toBe(true);
    for (const origin of ['https://evil.example', 'null']) expect(await opened(origin)).toBe(false);
  });
});

describe('behind the trusted proxy', () => {
  const logIn = (forwarded: string | undefined) =>
    send({
      method: 'POST',
      path: '/auth/login',
      headers: { ...json, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
      body: JSON.stringify({ id: player.email, password: player.password }),
    });
  const addressOfLatestSession = async () => {
    const { rows } = await server.database.pool.query<{ address: string | null }>(
      'select address from sessions order by id desc limit 1',
    );
    return rows[0]?.address;
  };

  it('a session names the visitor’s address, not one that the visitor made up', async () => {
    expect((await logIn('192.0.2.99, 198.51.100.7')).status).toBe(200);
    expect(await addressOfLatestSession()).toBe('198.51.100.7');
    expect((await logIn(undefined)).status).toBe(200);
    expect(await addressOfLatestSession()).toBeNull();
  });

  it('calls are limited by the visitor, and not at all where the proxy names none', async () => {
    const ready = (forwarded?: string) =>
      send({ ...calls['a GraphQL query']!, headers: { ...json, ...(forwarded && { 'x-forwarded-for': forwarded }) } });
    const statuses = async (forwarded?: string) => {
      const seen = new Set<number>();
      for (let n = 0; n < 21; n += 1) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => ready(forwarded)));
        for (const { status } of answers) seen.add(status);
      }
      return seen;
    };
    expect(await statuses('198.51.100.1')).toContain(429);
    expect((await ready('198.51.100.2')).status).toBe(200);
    expect([...(await statuses())]).toEqual([200]);
  });
});

it('where mail leaves the installation, no answer shows it and there is no mailbox', async () => {
  const mailing = await startTestServer({
    env: { SMTP_URL: 'smtp://127.0.0.1:9', DEV_MAIL_KEY: 'a-key-of-the-operator' },
  });
  const { register, product } = await mailing
    .execute(
      'mutation { register(input: { email: "mailed@example.com", name: "Meera Iyer" }) { ... on RegisterPayload { email mail { text } } } }',
    )
    .then(async (answer) => ({ ...answer, ...(await mailing.execute('{ product { sendsMail } }')) }));
  expect(register).toEqual({ email: 'mailed@example.com', mail: null });
  expect(product).toEqual({ sendsMail: true });
  expect(mailing.mailboxUrl).toBeNull();
  expect((await fetch(`${mailing.url}/dev/mail?key=a-key-of-the-operator`)).status).toBe(404);
  await mailing.stop();
});
