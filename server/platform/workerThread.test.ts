import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import type { ThreadOrder } from '../../tests/support/threadChild.ts';
import { ThreadEndedError, ThreadLimitError, WorkerThread } from './workerThread.ts';

const program = fileURLToPath(new URL('../../tests/support/threadChild.ts', import.meta.url));
const PATIENT_MS = 60_000;

const opened: WorkerThread[] = [];
function open(deadlineMs = PATIENT_MS, maxWaiting = 4): WorkerThread {
  const busy = () => new Error('busy');
  const thread = new WorkerThread({ program, deadlineMs, memoryMb: 128, maxWaiting, busy });
  opened.push(thread);
  return thread;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thread) => thread.close()));
});

const ask = (thread: WorkerThread, order: ThreadOrder) => thread.run(order);

it('answers in one thread that is not the caller’s, started by the first request', async () => {
  const thread = open();
  const [first, second] = await Promise.all([ask(thread, 'name yourself'), ask(thread, 'name yourself')]);
  expect(first).toBeGreaterThan(0);
  expect(first).not.toBe(threadId);
  expect(second).toBe(first);
});

it('ends a request that takes too long, while this thread goes on; the next one has a new thread', async () => {
  const thread = open(500);
  const order: string[] = [];
  const looped = ask(thread, 'loop').catch((error: unknown) => {
    order.push('ended');
    return error;
  });
  setTimeout(() => order.push('timer'), 1);
  expect(await looped).toBeInstanceOf(ThreadLimitError);
  expect(order).toEqual(['timer', 'ended']);
  // On a machine that stands still any answer may take that long.
  await expect.poll(() => ask(thread, 'name yourself').catch(() => 0)).toBeGreaterThan(0);
});

it('ends a request that needs too much memory', async () => {
  const thread = open();
  const failed = ask(thread, 'fill memory').catch((error: unknown) => error);
  expect(await failed).toBeInstanceOf(ThreadLimitError);
  expect(await failed).toHaveProperty('message', 'the request needs too much memory');
  expect(await ask(thread, 'name yourself')).toBeGreaterThan(0);
});

it('rejects with what the program threw, or that it ended, and goes on', async () => {
  const thread = open();
  await expect(ask(thread, 'throw')).rejects.toThrow('the parser has a bug');
  await expect(ask(thread, 'exit')).rejects.toBeInstanceOf(ThreadEndedError);
  expect(await ask(thread, 'name yourself')).toBeGreaterThan(0);
});

it('refuses what finds too many waiting', async () => {
  const thread = open(PATIENT_MS, 1);
  const under = [ask(thread, 'name yourself'), ask(thread, 'name yourself')];
  await expect(ask(thread, 'name yourself')).rejects.toThrow('busy');
  expect(await Promise.all(under)).toHaveLength(2);
});

it('ends what is under way when it is closed, and answers nothing afterwards', async () => {
  const thread = open();
  await ask(thread, 'name yourself');
  const looped = expect(ask(thread, 'loop')).rejects.toBeInstanceOf(ThreadEndedError);
  const waiting = expect(ask(thread, 'name yourself')).rejects.toBeInstanceOf(ThreadEndedError);
  await thread.close();
  await looped;
  await waiting;
});
