import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { Job } from './job.ts';

const EVERY = 1_000;
const RETRY = 10;

let clock: ManualClock;
let job: Job;
let stopped: () => boolean;
/** Called at the beginning of each run. */
let onBegin: () => void;
/** One for each run that has begun, in order; it ends when this is called. */
let ends: ((error?: Error) => void)[];
const error = vi.fn();

beforeEach(() => {
  clock = new ManualClock(0);
  ends = [];
  onBegin = () => {};
  error.mockReset();
  job = new Job(
    { clock, log: { error } as unknown as Logger },
    {
      run: (isStopped) => {
        stopped = isStopped;
        onBegin();
        return new Promise((resolve, reject) => {
          ends.push((failure) => (failure ? reject(failure) : resolve(clock.now() + EVERY)));
        });
      },
      failure: 'it failed',
      retryAt: () => clock.now() + RETRY,
    },
  );
});
afterEach(() => {
  const stopping = job.stop();
  ends.at(-1)?.();
  return stopping;
});

/** Ends the run under way, and waits until the job is idle or runs again. */
async function end(failure?: Error): Promise<void> {
  const again = new Promise<void>((resolve) => (onBegin = resolve));
  ends.at(-1)?.(failure);
  await Promise.race([job.idle(), again]);
}

test('runs when woken, and again at the instant that the run returned', async () => {
  expect(ends).toHaveLength(0);
  job.wake();
  expect(ends).toHaveLength(1);
  await end();
  clock.set(EVERY - 1);
  expect(ends).toHaveLength(1);
  clock.set(EVERY);
  expect(ends).toHaveLength(2);
});

test('runs first at a given instant', () => {
  job.wakeAt(500);
  clock.set(499);
  expect(ends).toHaveLength(0);
  clock.set(500);
  expect(ends).toHaveLength(1);
});

test('runs once more after a run during which it was woken, however often', async () => {
  job.wake();
  job.wake();
  job.wake();
  expect(ends).toHaveLength(1);
  await end();
  expect(ends).toHaveLength(2);
  await end();
  expect(ends).toHaveLength(2);
});

test('waking replaces the planned run', async () => {
  job.wake();
  await end();
  clock.set(400);
  job.wake();
  await end();
  clock.set(EVERY);
  expect(ends).toHaveLength(2);
  clock.set(400 + EVERY);
  expect(ends).toHaveLength(3);
});

test('logs a failed run and retries it', async () => {
  job.wake();
  const failure = new Error('broken');
  await end(failure);
  expect(error.mock.calls).toEqual([[{ err: failure }, 'it failed']]);
  clock.set(RETRY);
  expect(ends).toHaveLength(2);
});

test('stops after the run under way, whose `stopped` is then true, and starts nothing more', async () => {
  job.wake();
  job.wake();
  expect(stopped()).toBe(false);
  let isOver = false;
  const stopping = job.stop().then(() => (isOver = true));
  expect(stopped()).toBe(true);
  await Promise.resolve();
  expect(isOver).toBe(false);
  ends[0]?.();
  await stopping;
  job.wake();
  job.wakeAt(clock.now());
  clock.advance(EVERY);
  expect(ends).toHaveLength(1);
});
