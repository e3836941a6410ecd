import { expect, test, vi } from 'vitest';
import { ContestNames, type NamedContest } from './contestNames.ts';

const NAME = 'sapreOne-202611200742';
const contest: NamedContest = { id: 7n, gameType: 'sapreOne', closesAt: new Date(0) };

test('a contest is read once for all who need it at the same time, and not again', async () => {
  const names = new ContestNames();
  const read = vi.fn(() => Promise.resolve(contest));
  const all = await Promise.all(Array.from({ length: 20 }, () => names.find(NAME, read)));
  expect(all).toEqual(Array.from({ length: 20 }, () => contest));
  expect(await names.find(NAME, read)).toBe(contest);
  expect(read).toHaveBeenCalledTimes(1);
});

test('one that opens while a read of before is under way is found', async () => {
  const names = new ContestNames();
  let answer: (found: null) => void = () => {};
  const before = names.find(NAME, () => new Promise((resolve) => (answer = resolve)));
  const after = names.find(NAME, () => Promise.resolve(contest));
  answer(null);
  expect(await before).toBeNull();
  expect(await after).toBe(contest);
});

test('a failed read fails those who waited for it, and the next one reads again', async () => {
  const names = new ContestNames();
  const fails = () => Promise.reject<null>(new Error('no answer'));
  const both = [names.find(NAME, fails), names.find(NAME, fails)];
  for (const one of both) await expect(one).rejects.toThrow('no answer');
  expect(await names.find(NAME, () => Promise.resolve(contest))).toBe(contest);
});
