import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { sendTo } from '../support/send.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function givenServer(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ env });
  servers.push(server);
  return server;
}

const PUBLIC = { PUBLIC_URL: 'https://play.example.com', TRUSTED_PROXY: '127.0.0.1', RATE_LIMIT: '100000' };
const query = { method: 'POST', path: '/graphql', body: '{"query":"{ serverTime }"}' };

function asking(server: TestServer, host: string, headers: Record<string, string> = {}) {
  return sendTo(server.url, { ...query, headers: { 'content-type': 'application/json', host, ...headers } });
}

/** The status of the answer to an upgrade; 101 where the socket opens. */
function upgrading({ url }: TestServer, host: string, origin?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = `${url.replace('http', 'ws')}/graphql`;
    const socket = new WebSocket(address, 'graphql-transport-ws', { headers: { host }, origin });
    socket.on('upgrade', () => resolve(101));
    socket.on('open', () => socket.terminate());
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    socket.on('error', reject);
  });
}

describe('a server with a public URL', () => {
  it('answers under its name only, with every port and in every case', async () => {
    const server = await givenServer(PUBLIC);
    for (const host of ['play.example.com', 'play.example.com:443', 'PLAY.example.com', 'play.example.com:8443']) {
      expect((await asking(server, host)).status, host).toBe(200);
      expect(await upgrading(server, host), host).toBe(101);
    }
    const others = [
      'evil.example',
      'localhost',
      '127.0.0.1:4000',
      '[::1]',
      'play.example.com.evil.example',
      'a@b',
      'a b',
    ];
    for (const host of [...others, 'play.example.com@evil.example', 'evil.example/play.example.com', '']) {
      expect((await asking(server, host)).status, host).toBe(421);
      expect((await sendTo(server.url, { path: '/login', headers: { host, accept: 'text/html' } })).status).toBe(421);
    }
    expect(await upgrading(server, 'evil.example')).toBe(421);
  });

  it('says why, in the form of each API', async () => {
    const server = await givenServer(PUBLIC);
    const message = 'This server does not answer under that name.';
    const rest = await sendTo(server.url, { path: '/common/time', headers: { host: 'evil.example' } });
    const detail = 'the Host “evil.example” is not that of PUBLIC_URL';
    expect(JSON.parse(rest.body)).toEqual({ success: false, message, code: 'MISDIRECTED', detail });
    const graphql = await asking(server, 'evil.example');
    expect(JSON.parse(graphql.body)).toEqual({
      errors: [{ message: `${message} ${detail}`, extensions: { code: 'MISDIRECTED' } }],
    });
  });

  it('answers health checks under the machine’s own address, too', async () => {
    const server = await givenServer(PUBLIC);
    for (const path of ['/healthz', '/readyz', '/readyz?from=here']) {
      expect((await sendTo(server.url, { path, headers: { host: '10.0.0.7:4000' } })).status, path).toBe(200);
    }
    expect((await sendTo(server.url, { path: '/healthz/x', headers: { host: '10.0.0.7:4000' } })).status).toBe(421);
  });

  it('takes only that URL for its own origin: the page of a name that leads to it calls nothing', async () => {
    const server = await givenServer(PUBLIC);
    const own = { origin: 'https://play.example.com' };
    expect((await asking(server, 'play.example.com', own)).status).toBe(200);
    expect((await asking(server, 'play.example.com', { origin: 'http://play.example.com' })).status).toBe(403);
    expect((await asking(server, 'evil.example', { origin: 'http://evil.example' })).status).toBe(421);
  });
});

it('a server with a loopback URL answers under every loopback name, to pages of each of them', async () => {
  const server = await givenServer({ PUBLIC_URL: 'http://localhost:8080' });
  for (const host of ['localhost:8080', 'localhost:5173', '127.0.0.1:4000', '[::1]:4000']) {
    expect((await asking(server, host, { origin: `http://${host}` })).status, host).toBe(200);
    expect(await upgrading(server, host, `http://${host}`), host).toBe(101);
  }
  expect((await asking(server, 'localhost:4000', { origin: 'http://localhost:8080' })).status).toBe(200);
  expect((await asking(server, 'localhost:4000', { origin: 'http://localhost:9999' })).status).toBe(403);
  expect((await asking(server, 'evil.example:8080', { origin: 'http://evil.example:8080' })).status).toBe(421);
});

it('a server without a public URL answers under any name, to pages of that name', async () => {
  const server = await givenServer({});
  for (const host of ['localhost', '192.168.1.20:4000', 'games.home']) {
    expect((await asking(server, host, { origin: `http://${host}` })).status, host).toBe(200);
    expect(await upgrading(server, host, `http://${host}`), host).toBe(101);
  }
  expect((await asking(server, 'games.home', { origin: 'http://evil.example' })).status).toBe(403);
});
