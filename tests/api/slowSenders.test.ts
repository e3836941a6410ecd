import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { senderLimits } from '../../server/http/slowSenders.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A body may take 2 s at any rate, and must deliver 10,000 bytes per second after that. */
const LIMITS = { headersMs: 1_000, requestMs: 30_000, windowMs: 1_000, minBytes: 10_000 };
const EVERY_MS = 100;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ senders: LIMITS });
});
afterAll(() => server.stop());

/** The response of a connection and its duration in milliseconds. */
interface Ending {
  answer: string;
  lasted: number;
}

/** Sends the pieces of a request, one every 100 ms, then waits until the server closes the connection. */
async function send(first: string, pieces: Iterable<string>, to = server): Promise<Ending> {
  const began = performance.now();
  const socket: Socket = connect(Number(new URL(to.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.on('error', () => {});
  const ended = new Promise<Ending>((resolve) =>
    socket.on('close', () => resolve({ answer, lasted: performance.now() - began })),
  );
  socket.write(first);
  const rest = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const { done, value } = rest.next();
    if (done) clearInterval(timer);
    else socket.write(value);
  }, EVERY_MS);
  return ended.finally(() => clearInterval(timer));
}

function* repeat(piece: string, times: number) {
  for (let time = 0; time < times; time++) yield piece;
}

const head = (length: number) =>
  'POST /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n' +
  `content-length: ${length}\r\n\r\n`;

it('the limits are documented: server/deploy/failover.md#when-something-does-not-answer', () => {
  expect(senderLimits).toEqual({ headersMs: 15_000, requestMs: 120_000, windowMs: 10_000, minBytes: 65_536 });
});

it('a request that takes too long is cut, however much of it arrives', async () => {
  const impatient = await startTestServer({ senders: { ...LIMITS, requestMs: 1_500, minBytes: 0 } });
  const { answer, lasted } = await send(head(200_000), repeat(' '.repeat(1_000), 200), impatient);
  expect(answer).toContain('408');
  expect(lasted).toBeGreaterThan(1_400);
  expect(lasted).toBeLessThan(10_000);
  await impatient.stop();
});

describe.concurrent('a slow sender', () => {
  it('of headers is cut', async () => {
    const { lasted } = await send('POST /graphql HTTP/1.1\r\n', repeat('x-a: b\r\n', 200));
    expect(lasted).toBeGreaterThan(900);
    expect(lasted).toBeLessThan(10_000);
  });

  it('of nothing is cut', async () => {
    expect((await send('', [])).lasted).toBeLessThan(10_000);
  });

  it('of a body is cut, and gets no answer', async () => {
    const { answer, lasted } = await send(head(10_000), repeat(' ', 200));
    expect(answer).toBe('');
    expect(lasted).toBeGreaterThan(1_900);
    expect(lasted).toBeLessThan(15_000);
  });

  it('of a body in chunks is cut', async () => {
    const chunked = head(0).replace('content-length: 0', 'transfer-encoding: chunked');
    expect((await send(chunked, repeat('1\r\n \r\n', 200))).answer).toBe('');
  });

  it('of a large body is read to its end while enough of it arrives', async () => {
    const query = '{"query":"{ serverTime }"}';
    const piece = ' '.repeat(8_000);
    const { answer, lasted } = await send(head(40 * piece.length + query.length), [...repeat(piece, 40), query]);
    expect(answer).toContain('200 OK');
    expect(lasted).toBeGreaterThan(3_500);
  });
});
