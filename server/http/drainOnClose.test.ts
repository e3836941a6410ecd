import { once } from 'node:events';
import websocket from '@fastify/websocket';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { drainOnClose } from './drainOnClose.ts';

const TIMEOUT_MS = 200;

let app: FastifyInstance;
let url: string;
let answer: () => void;
let asked: Promise<unknown>;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  drainOnClose(app, { timeoutMs: TIMEOUT_MS });
  await app.register(websocket);
  const answered = new Promise<string>((resolve) => (answer = () => resolve('done')));
  app.get('/', () => answered);
  app.get('/socket', { websocket: true }, () => {});
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  asked = once(app.server, 'request');
});
afterEach(() => app.close());

/** Closes the server; returns how long that took. */
async function close(): Promise<number> {
  const startedAt = performance.now();
  await app.close();
  return performance.now() - startedAt;
}

test('a call under way is answered, and then the server is closed', async () => {
  const call = fetch(url).then((response) => response.text());
  await asked;
  const closing = close();
  answer();
  expect(await call).toBe('done');
  expect(await closing).toBeLessThan(TIMEOUT_MS);
});

test('a call that takes for ever is cut off', async () => {
  const call = fetch(url).catch((error: unknown) => error);
  await asked;
  await close();
  expect(await call).toBeInstanceOf(TypeError);
});

test('so is a socket that never closes', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
  await once(socket, 'open');
  socket.pause();
  expect(await close()).toBeLessThan(10 * TIMEOUT_MS);
  socket.terminate();
});
