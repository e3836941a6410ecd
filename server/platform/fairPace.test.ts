import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { FairPace } from './fairPace.ts';

/** 100 points a second, at most 2 s of waiting, ten at once. */
function paced() {
  const clock = new ManualClock(0);
  const pace = new FairPace(clock, { perSecond: 100, maxWaitMs: 2_000, burst: 10 });
  const begun: string[] = [];
  /** The name once it has begun, or after how many seconds it is worth a retry. */
  const ask = async (name: string, address: string | null, points = 10): Promise<string> => {
    try {
      await pace.turn(address, points);
    } catch (error) {
      return `${name}: ${(error as { retryAfterSeconds: number }).retryAfterSeconds}`;
    }
    begun.push(name);
    return name;
  };
  /** Lets time pass in the steps in which a timer would fire. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, pace, begun, ask, pass };
}

test('work begins at once within the pace, and then one after the other', async () => {
  const { ask, begun, pass } = paced();
  const all = ['a', 'b', 'c'].map((name) => ask(name, '192.0.2.1'));
  await pass(0);
  await all[0];
  expect(begun).toEqual(['a']);
  await pass(10);
  expect(begun).toEqual(['a', 'b']);
  await pass(90);
  expect(begun).toEqual(['a', 'b']);
  await pass(20);
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('a pause gives no more than the burst', async () => {
  const { clock, pace } = paced();
  clock.advance(60_000);
  expect(pace.turn('192.0.2.1', 9)).toBeUndefined();
  expect(pace.turn('192.0.2.1', 9)).toBeUndefined();
  expect(pace.turn('192.0.2.1', 9)).toBeInstanceOf(Promise);
});

test('networks take turns: one that asks for much waits for itself', async () => {
  const { ask, begun, pass } = paced();
  const greedy = Array.from({ length: 8 }, (_, at) => ask(`greedy${at}`, '192.0.2.1'));
  const same = Array.from({ length: 3 }, (_, at) => ask(`neighbour${at}`, '2001:db8::1'));
  const small = ask('small', '2001:db8:1::1', 1);
  await pass(2_000);
  await Promise.all([...greedy, ...same, small]);
  expect(begun.slice(0, 5)).toEqual(['greedy0', 'greedy1', 'neighbour0', 'small', 'greedy2']);
  expect(begun).toHaveLength(12);
});

test('what would wait above the longest wait is refused, of the network with the most, and told when to retry', async () => {
  const { ask, begun, pass } = paced();
  const own = Array.from({ length: 20 }, (_, at) => ask(`own${at}`, '192.0.2.1'));
  const one = ask('one more', '192.0.2.1');
  expect(await one).toBe('one more: 2');
  const other = ask('other', '192.0.2.2');
  expect(await own[19]).toBe('own19: 2');
  await pass(2_100);
  expect(await other).toBe('other');
  await Promise.all(own);
  expect(begun).toHaveLength(20);
});

test('what has waited too long for a busy server is refused', async () => {
  const { clock, ask } = paced();
  await ask('first', null);
  const second = ask('second', null);
  clock.advance(2_001);
  expect(await second).toBe('second: 1');
  expect(await ask('third', null)).toBe('third');
});

test('the clock may be set back', async () => {
  const { clock, ask, begun, pass } = paced();
  await ask('first', null);
  clock.set(-60_000);
  const second = ask('second', null);
  await pass(20);
  await second;
  expect(begun).toEqual(['first', 'second']);
});
