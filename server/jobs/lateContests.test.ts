import { expect, test } from 'vitest';
import { retryDelayMs } from './lateContests.ts';

test('a missing round of the beacon is asked for ever more rarely, and at least hourly', () => {
  const minutes = (count: number) => count * 60_000;
  const delays = [1, 5, 30, 60, 600, 1_200, 10_000].map((missing) => retryDelayMs(minutes(missing)));
  expect(delays).toEqual([0.5, 0.5, 3, 6, 60, 60, 60].map(minutes));
});
