import { once } from 'node:events';
import websocket from '@fastify/websocket';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { drainOnClose } from './drainOnClose.ts';

/** Beyond the patience of a test: what ends earlier has not waited for it. */
const NEVER_MS = 600_000;
const SHORT_MS = 200;

let app: FastifyInstance;
let url: string;
let answer: () => void;
let asked: Promise<unknown>;
afterEach(() => app.close());

async function listen(timeoutMs: number): Promise<void> {
  app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  drainOnClose(app, { timeoutMs });
  await app.register(websocket);
  const answered = new Promise<string>((resolve) => (answer = () => resolve('done')));
  app.get('/', () => answered);
  app.get('/socket', { websocket: true }, () => {});
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  asked = once(app.server, 'request');
}

test('a call under way is answered, and then the server is closed', async () => {
  await listen(NEVER_MS);
  const call = fetch(url).then((response) => response.text());
  await asked;
  const closing = app.close();
  answer();
  expect(await call).toBe('done');
  await closing;
});

test('a call that takes for ever is cut off', async () => {
  await listen(SHORT_MS);
  const call = fetch(url).catch((error: unknown) => error);
  await asked;
  await app.close();
  expect(await call).toBeInstanceOf(TypeError);
});

test('so is a socket that never closes', async () => {
  await listen(SHORT_MS);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
  await once(socket, 'open');
  socket.pause();
  await app.close();
  socket.terminate();
});
