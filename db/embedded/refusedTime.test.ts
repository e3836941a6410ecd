import { expect, it } from 'vitest';
import { RefusedTime } from './refusedTime.ts';

let now = 0;
const refusedAt = (time: RefusedTime, at: number) => {
  now = at;
  return time.refused();
};

it('adds up from the last connection on', () => {
  now = 0;
  const time = new RefusedTime(() => now);
  expect(refusedAt(time, 5_000)).toBe(5_000);
  expect(refusedAt(time, 12_000)).toBe(12_000);
  now = 20_000;
  time.reset();
  expect(refusedAt(time, 21_000)).toBe(1_000);
});

it('counts little of a time in which this process stood still', () => {
  now = 0;
  const time = new RefusedTime(() => now);
  expect(refusedAt(time, 3_600_000)).toBe(15_000);
});
