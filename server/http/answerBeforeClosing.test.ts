import { once } from 'node:events';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerBeforeClosing } from './answerBeforeClosing.ts';

const PATIENCE_MS = 200;

let app: FastifyInstance;
let url: string;
let answer: () => void;
let asked: Promise<unknown>;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: 'idle' });
  answerBeforeClosing(app, { patienceMs: PATIENCE_MS });
  const answered = new Promise<string>((resolve) => (answer = () => resolve('done')));
  app.get('/', () => answered);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  asked = once(app.server, 'request');
});
afterEach(() => app.close());

test('a call under way is answered, and then the server is closed', async () => {
  const call = fetch(url).then((response) => response.text());
  await asked;
  const closing = app.close();
  answer();
  expect(await call).toBe('done');
  const startedAt = performance.now();
  await closing;
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
});

test('a call that takes for ever is cut off', async () => {
  const call = fetch(url).catch((error: unknown) => error);
  await asked;
  await app.close();
  expect(await call).toBeInstanceOf(TypeError);
});
