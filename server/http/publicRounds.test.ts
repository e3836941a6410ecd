import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../domain/ground/verbs/context.ts';
import { ManualClock } from '../platform/clock.ts';
import { callLimits } from './callLimit.ts';
import { publicRounds } from './publicRounds.ts';
import type { ReaderLimits } from './slowReaders.ts';

/** More than the kernel buffers of both ends hold. */
const LARGE_BYTES = 64 * 1024 * 1024;
const MONTH = '/transparency/rounds/sapreOne-2026-11.jsonl';
const LARGE_ROUND = '/transparency/rounds/sapreOne-202611200742.jsonl';
const SMALL_MONTH = '/transparency/small/sapreOne-2026-11.jsonl';
const LATE_MONTH = '/transparency/late/sapreOne-2026-11.jsonl';
const SMALL_ROUND = '/transparency/small/sapreOne-202611200742.jsonl';

async function* large() {
  // Can't be compressed.
  const text = randomBytes(500_000).toString('hex');
  for (let sent = 0; sent < LARGE_BYTES; sent += text.length) yield text;
}

async function* small() {
  yield '{"text":"ₙ"}\n'.repeat(10_000);
}

/** Opens a file once the test lets it. */
let opened: Promise<void>;
let app: FastifyInstance;
let sockets: Socket[];

async function start(readers: ReaderLimits = { windowMs: 60_000, minBytes: 65_536 }): Promise<void> {
  app = fastify({ forceCloseConnections: true });
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    reply.code(error.code === 'RATE_LIMITED' ? 429 : (error.statusCode ?? 500)).send(error.message),
  );
  const services = { clock: new ManualClock(0) } as unknown as Services;
  // The socket's address, or the one in the header, which may be none.
  const clientOf = ({ headers, socket }: Parameters<Parameters<typeof publicRounds>[1]['clientOf']>[0]) => {
    const from = headers['x-from'] ?? socket.remoteAddress ?? '';
    return { address: from === 'unknown' ? null : String(from), userAgent: '' };
  };
  publicRounds(
    app,
    { services, limits: callLimits(services.clock, 'off'), clientOf, readers },
    {
      rounds: (_ctx, name) => ({ name, final: true, lines: large() }),
      small: (_ctx, name) => ({ name, final: true, lines: small() }),
      late: (_ctx, name) => opened.then(() => ({ name, final: true, lines: small() })),
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => {
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

interface From {
  /** An address of this machine. */
  localAddress?: string;
  headers?: Record<string, string>;
}

/** A connection on which a file was asked for, and of whose answer nothing is read but its beginning, with the status. */
async function ask(path: string, { localAddress, headers = {} }: From = {}) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, ...(localAddress !== undefined && { localAddress }) });
  sockets.push(socket);
  socket.on('error', () => {});
  const fields = Object.entries({ host: 'localhost', connection: 'close', ...headers });
  socket.write(`GET ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return { socket, status: Number(first.toString('latin1', 9, 12)), first };
}

/** The status of a file that is read to its end. */
async function download(path: string, from: From = {}): Promise<number> {
  const { socket, status } = await ask(path, from);
  const ended = once(socket, 'close');
  socket.resume();
  await ended;
  return status;
}

const from = (address: string): From => ({ headers: { 'x-from': address } });
const statuses = async (asked: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(asked)).map(({ status }) => status);

describe('readers of months', () => {
  beforeEach(() => start());

  it('who stop reading hold up nobody but their own address, until they close', async () => {
    const slow = await Promise.all([2, 3, 4, 5].map((last) => ask(MONTH, { localAddress: `127.0.0.${last}` })));
    expect(slow.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const greedy = { localAddress: '127.0.0.2' };
    const { status, first } = await ask(SMALL_MONTH, greedy);
    expect([status, String(first)]).toEqual([429, expect.stringContaining('One file of a month at a time')]);
    expect(await download(SMALL_ROUND, greedy)).toBe(200);
    for (const last of [6, 7]) expect(await download(SMALL_MONTH, { localAddress: `127.0.0.${last}` })).toBe(200);
    slow[0]?.socket.destroy();
    await expect.poll(() => download(SMALL_MONTH, greedy)).toBe(200);
    expect(await download(SMALL_MONTH, { localAddress: '127.0.0.3' })).toBe(429);
  });

  it('of one IPv6 site are eight', async () => {
    const networks = Array.from({ length: 8 }, (_, at) => ask(MONTH, from(`2001:db8:1:${at}::1`)));
    expect(new Set(await statuses(networks))).toEqual(new Set([200]));
    expect(await download(SMALL_MONTH, from('2001:db8:1:0::2'))).toBe(429);
    expect(await download(SMALL_MONTH, from('2001:db8:1:9::1'))).toBe(429);
    expect(await download(SMALL_MONTH, from('2001:db8:2:9::1'))).toBe(200);
  });

  it('whose address is not known are four, and the fifth is not to blame', async () => {
    const unknown = Array.from({ length: 4 }, () => ask(MONTH, from('unknown')));
    expect(await statuses(unknown)).toEqual([200, 200, 200, 200]);
    expect(await download(SMALL_MONTH, from('unknown'))).toBe(503);
    expect(await download(SMALL_MONTH, from('192.0.2.1'))).toBe(200);
  });

  it('are 32 together, and one more is not to blame', async () => {
    const all = Array.from({ length: 32 }, (_, at) => ask(MONTH, from(`192.0.2.${at}`)));
    expect(new Set(await statuses(all))).toEqual(new Set([200]));
    expect(await download(SMALL_MONTH, from('192.0.2.99'))).toBe(503);
    // A refused one counts nowhere.
    sockets[0]?.destroy();
    await expect.poll(() => download(SMALL_MONTH, from('192.0.2.99'))).toBe(200);
  });
});

it('a reader who is gone before the file is open is not counted', async () => {
  await start();
  let open = () => {};
  opened = new Promise((resolve) => (open = resolve));
  const asked = once(app.server, 'request');
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(`GET ${LATE_MONTH} HTTP/1.1\r\nhost: localhost\r\nx-from: 192.0.2.1\r\n\r\n`);
  const [, response] = (await asked) as [unknown, ServerResponse];
  const gone = once(response, 'close');
  socket.destroy();
  await gone;
  open();
  expect(await download(LATE_MONTH, from('192.0.2.1'))).toBe(200);
});

describe('readers of single rounds', () => {
  it('are sixteen at an address', async () => {
    await start();
    const asked = Array.from({ length: 16 }, () => ask(LARGE_ROUND, from('192.0.2.1')));
    expect(new Set(await statuses(asked))).toEqual(new Set([200]));
    const { status, first } = await ask(SMALL_ROUND, from('192.0.2.1'));
    expect([status, String(first)]).toEqual([429, expect.stringContaining('Too many files are being sent')]);
    expect(await download(SMALL_ROUND, from('192.0.2.2'))).toBe(200);
  });
});

describe('a reader', () => {
  // Three windows, 0.6 s, without enough.
  beforeEach(() => start({ windowMs: 200, minBytes: 65_536 }));

  it.each(['identity', 'gzip'])('who is too slow is cut, with %s', async (encoding) => {
    const { socket, status } = await ask(MONTH, { headers: { 'accept-encoding': encoding } });
    expect(status).toBe(200);
    // Reads a little now and then: what the kernel takes meanwhile is far below the minimum.
    const reading = setInterval(() => socket.read(10), 20);
    await expect
      .poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))))
      .toBe(0);
    clearInterval(reading);
  });

  it('who reads on is sent all of it, unchanged', async () => {
    const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${SMALL_MONTH}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(await response.text()).toBe('{"text":"ₙ"}\n'.repeat(10_000));
  });
});
