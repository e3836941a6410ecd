import { expect, test } from 'vitest';
import { ReadingPace } from './slowReaders.ts';

const CHECKS_PER_WINDOW = 10;
const MIN_BYTES = 1_000;

/** Checks a reader who has taken so many bytes at each check, while some wait or not. Returns the number of the failed check. */
function failsAt(taken: readonly number[], waiting: (check: number) => number = () => 1): number | undefined {
  const pace = new ReadingPace(MIN_BYTES);
  for (const [check, bytes] of taken.entries()) {
    const writableLength = waiting(check);
    if (pace.isTooSlow({ bytesWritten: bytes + writableLength, writableLength })) return check;
  }
  return undefined;
}

/** The bytes taken by so many checks, of a kernel that takes `step` at a time for a reader with this rate a window. */
const taken = (checks: number, rate: number, step = 1) =>
  Array.from({ length: checks }, (_, at) => Math.floor((at * rate) / CHECKS_PER_WINDOW / step) * step);

test('a reader who takes nothing is too slow after three windows', () => {
  expect(failsAt(taken(100, 0))).toBe(3 * CHECKS_PER_WINDOW);
});

test('one at the minimum rate never is, though the kernel takes much at a time', () => {
  expect(failsAt(taken(1_000, MIN_BYTES))).toBeUndefined();
  expect(failsAt(taken(1_000, MIN_BYTES, 2 * MIN_BYTES))).toBeUndefined();
});

test('one just below it is at last, whatever was taken at once in the beginning', () => {
  expect(failsAt(taken(1_000, 0.9 * MIN_BYTES))).toBeGreaterThan(200);
  expect(failsAt([0, ...Array.from({ length: 99 }, () => 1_000_000)])).toBe(1 + 3 * CHECKS_PER_WINDOW);
});

test('time in which nothing waits for the reader does not count', () => {
  const stopped = taken(200, 0);
  expect(failsAt(stopped, () => 0)).toBeUndefined();
  expect(failsAt(stopped, (check) => (check === 29 ? 0 : 1))).toBe(29 + 1 + 3 * CHECKS_PER_WINDOW);
});
