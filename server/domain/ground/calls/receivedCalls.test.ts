import { expect, test } from 'vitest';
import { ReceivedCalls } from './receivedCalls.ts';

async function settled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

test('an instant is drained once all calls before it have ended, whatever came later', async () => {
  const calls = new ReceivedCalls();
  const [first, second, later] = [calls.begin(1), calls.begin(1), calls.begin(2)];
  const drained = calls.drained(2);
  first.end();
  first.end();
  expect(await settled(drained)).toBe(false);
  second.end();
  expect(await settled(drained)).toBe(true);
  expect(await settled(calls.drained(2))).toBe(true);
  expect(await settled(calls.drained(3))).toBe(false);
  later.end();
});

test('a call that begins before the instant after all, because a clock was set, is waited for', async () => {
  const calls = new ReceivedCalls();
  const first = calls.begin(1);
  const drained = calls.drained(5);
  const second = calls.begin(4);
  first.end();
  expect(await settled(drained)).toBe(false);
  second.end();
  expect(await settled(drained)).toBe(true);
});
