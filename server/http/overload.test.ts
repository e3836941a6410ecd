import { setTimeout as ticks } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejectWhenOverloaded } from './overload.ts';

const TICK_MS = 20;
const MAX_LATE_MS = 300;

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  rejectWhenOverloaded(app, { tickMs: TICK_MS, maxLateMs: MAX_LATE_MS });
  app.get('/', () => 'here');
});
afterEach(() => app.close());

/** Blocks the event loop. */
function blockTheLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('calls are answered from the start', async () => {
  expect((await app.inject('/')).statusCode).toBe(200);
});

test('calls after a long stall are turned away, for a while', async () => {
  await app.ready();
  blockTheLoop(MAX_LATE_MS * 2);
  await ticks(0);
  const turnedAway = await app.inject('/');
  expect(turnedAway.statusCode).toBe(503);
  expect(turnedAway.headers['retry-after']).toBe('5');

  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(200);
});

test('a call that has waited too long is turned away, and no other', async () => {
  const waiting = fastify();
  rejectWhenOverloaded(waiting, {
    maxLateMs: MAX_LATE_MS,
    waitedMs: ({ query }) => Number((query as { ms: string }).ms),
  });
  waiting.get('/', () => 'here');
  expect((await waiting.inject(`/?ms=${MAX_LATE_MS}`)).statusCode).toBe(200);
  expect((await waiting.inject(`/?ms=${MAX_LATE_MS + 1}`)).statusCode).toBe(503);
  await waiting.close();
});
