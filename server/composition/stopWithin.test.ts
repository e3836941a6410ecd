import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hangRules } from '../../db/embedded/supervise.ts';
import { stopTimes, stopWithin } from './stopWithin.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stop that waits for the database, and when the database was ended. */
function waitingStop() {
  let stopped = () => {};
  const quitDatabase = vi.fn(() => Promise.resolve());
  return { quitDatabase, stop: () => new Promise<void>((resolve) => (stopped = resolve)), over: () => stopped() };
}

it('leaves the database alone while the server stops in time', async () => {
  const { quitDatabase, stop, over } = waitingStop();
  const stopping = stopWithin({ stop, quitDatabase });
  await vi.advanceTimersByTimeAsync(stopTimes.quitDatabaseMs - 1);
  over();
  await stopping;
  await vi.advanceTimersByTimeAsync(stopTimes.exitMs);
  expect(quitDatabase).not.toHaveBeenCalled();
});

it('ends a database that the stop waits for', async () => {
  const { quitDatabase, stop, over } = waitingStop();
  quitDatabase.mockImplementation(() => Promise.resolve(over()));
  const stopping = stopWithin({ stop, quitDatabase });
  await vi.advanceTimersByTimeAsync(stopTimes.quitDatabaseMs);
  await stopping;
  expect(quitDatabase).toHaveBeenCalledOnce();
});

it('fails at its own deadline, which comes after SIGKILL to a database that ignores SIGQUIT', async () => {
  const { quitDatabase, stop } = waitingStop();
  const stopping = stopWithin({ stop, quitDatabase }).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(stopTimes.exitMs);
  expect(await stopping).toBe('the server did not stop within 25000 ms');
  expect(stopTimes.quitDatabaseMs + hangRules.killMs).toBeLessThan(stopTimes.exitMs);
});

it('fails with what failed', async () => {
  const stop = () => Promise.reject(new Error('a pool did not close'));
  await expect(stopWithin({ stop, quitDatabase: () => Promise.resolve() })).rejects.toThrow('a pool did not close');
});
