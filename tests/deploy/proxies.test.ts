import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../support/server.ts';
import { proxies, type RunningProxy } from './proxies.ts';

const KEY = 'the-key-of-the-mailbox';
/** The smallest valid limit: calls a minute of one client. */
const RATE_LIMIT = 1_000;

/** Headers by which a client may pretend to be this machine, or to request something else than the request line. */
const spoofed: Record<string, string>[] = [
  {},
  ...['127.0.0.1', '::1', '127.0.0.1, 127.0.0.1', 'unknown', ''].map((value) => ({ 'x-forwarded-for': value })),
  ...['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-originating-ip', 'x-remote-addr'].map(
    (name) => ({ [name]: '127.0.0.1' }),
  ),
  { forwarded: 'for=127.0.0.1;host=localhost;proto=http' },
  { host: 'localhost' },
  { host: '127.0.0.1:4000', 'x-forwarded-host': 'localhost' },
  { 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics' },
  { via: '1.1 localhost', 'x-forwarded-proto': 'http', 'x-forwarded-port': '80' },
];

interface Visit {
  path: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
  /** The client's own address: any of 127.0.0.0/8. */
  from?: string;
}

function visit(url: string, { path, headers = {}, method = 'GET', body = '', from = '127.0.0.1' }: Visit) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    // The certificates are the tests' own.
    const options = { method, headers, localAddress: from, agent: false as const, rejectUnauthorized: false };
    const request = send(`${url}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    request.on('error', reject).end(body);
  });
}

const ask = (url: string, from: string, forwarded?: string) =>
  visit(url, {
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) },
    body: '{"query":"{ serverTime }"}',
    from,
  }).then(({ status }) => status);

/** Number of calls until the client is refused, or has clearly exceeded the limit. */
async function useUp(url: string, from: string, forwarded?: string): Promise<boolean> {
  for (let calls = 0; calls < 1.5 * RATE_LIMIT; calls += 20) {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(url, from, forwarded)));
    if (statuses.includes(429)) return true;
  }
  return false;
}

function socketOpens(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      rejectUnauthorized: false,
    });
    socket.on('open', () => {
      socket.terminate();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

describe.each(Object.entries(proxies))('%s', (name, start) => {
  let server: TestServer;
  let proxy: RunningProxy;
  beforeAll(async () => {
    const trusted = name.includes('TCP') ? {} : { TRUSTED_PROXY: '127.0.0.1' };
    server = await startTestServer({
      env: { RATE_LIMIT: String(RATE_LIMIT), METRICS_PORT: '0', DEV_MAIL_KEY: KEY, ...trusted },
    });
    proxy = await start(Number(new URL(server.url).port));
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.stop();
  });
  const speaksPlainHttp = !name.includes('PROXY protocol');

  it('serves neither mails without the key nor metrics', async () => {
    for (const headers of spoofed) {
      for (const path of ['/dev/mail', '/dev/mail?key=', '/metrics', '//metrics', '/./metrics', '/dev/../metrics']) {
        const { status, body } = await visit(proxy.url, { path, headers });
        expect({ path, headers, found: status === 200 }).toEqual({ path, headers, found: false });
        expect(body).not.toMatch(/rangoli_|Password:|Mailbox/);
      }
    }
    if (speaksPlainHttp) expect((await visit(proxy.url, { path: `/dev/mail?key=${KEY}` })).status).toBe(200);
  });

  if (name.includes('documented') || name.includes('server/deploy')) {
    it('passes sockets on', async () => {
      expect(await socketOpens(proxy.url)).toBe(true);
    });

    it('one visitor can use up their own calls, not another’s', async () => {
      expect(await useUp(proxy.url, '127.0.0.2')).toBe(true);
      expect(await ask(proxy.url, '127.0.0.3')).toBe(200);
      // A forged address has no effect: the proxy appends the real one.
      expect(await useUp(proxy.url, '127.0.0.4', '127.0.0.5')).toBe(true);
      expect(await ask(proxy.url, '127.0.0.5')).toBe(200);
    });
  }

  if (name.includes('server/deploy')) {
    it('serves pages over TLS, and sends visitors without it there', async () => {
      expect((await visit(proxy.url, { path: '/' })).status).toBe(200);
      const answer = await fetch(`${proxy.plainUrl}/wallet?a=1`, { redirect: 'manual' });
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toMatch(/^https:\/\/[^/]+\/wallet\?a=1$/);
    });
  }

  if (name.includes('nginx with the file')) {
    it('logs requests without what may be secret in their addresses', async () => {
      await visit(proxy.url, { path: '/resetPassword?email=a&s=SECRET', headers: { referer: 'https://a/?SECRET' } });
      await fetch(`${proxy.plainUrl}/login?signInToken=SECRET`, { redirect: 'manual' });
      const log = () => readFileSync(proxy.accessLog ?? '', 'utf8');
      await expect.poll(log).toContain('GET /resetPassword HTTP');
      await expect.poll(log).toContain('GET /login HTTP');
      expect(log()).not.toContain('SECRET');
    });
  }

  if (name === 'nginx as it comes') {
    it('names no visitors, who are not limited by address then', async () => {
      expect(await useUp(proxy.url, '127.0.0.2')).toBe(false);
    });
  }

  if (!speaksPlainHttp) {
    it('is answered 400: the server does not speak it', async () => {
      expect((await visit(proxy.url, { path: '/healthz' })).status).toBe(400);
    });
  }
});
