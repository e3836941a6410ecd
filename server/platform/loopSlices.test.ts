import { expect, test } from 'vitest';
import { LoopSlices } from './loopSlices.ts';

/** Occupies the event loop, as a request does. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('work runs at once while nothing waits', () => {
  const slices = new LoopSlices();
  let ran = 0;
  slices.run(() => (ran += 1));
  expect(ran).toBe(1);
  expect(slices.turn()).toBeUndefined();
});

test('work of many turns keeps its order, and what happens in the event loop meanwhile is not delayed to its end', async () => {
  const slices = new LoopSlices();
  const done: number[] = [];
  const turns: number[] = [];
  const watch = () => {
    turns.push(done.length);
    if (done.length < 200) setImmediate(watch);
  };
  setImmediate(watch);
  const last = new Promise<void>((resolve) => {
    for (let n = 1; n <= 200; n += 1) {
      slices.run(() => {
        work(1);
        done.push(n);
        if (n === 200) resolve();
      });
    }
  });
  await last;
  expect(done).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(turns.length).toBeGreaterThan(20);
});

test('promises that a step settles go on before the next step', async () => {
  const slices = new LoopSlices();
  const order: string[] = [];
  slices.run(() => work(10));
  const steps = ['a', 'b'].map(async (name) => {
    await slices.turn();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} goes on`);
  });
  await Promise.all(steps);
  expect(order).toEqual(['a begins', 'a goes on', 'b begins', 'b goes on']);
});

test('work that has begun goes on before work that has not', async () => {
  const slices = new LoopSlices();
  const order: string[] = [];
  slices.run(() => work(10));
  const begun = Promise.all(
    ['new 1', 'new 2'].map((name) => new Promise<void>((resolve) => slices.run(() => resolve(void order.push(name))))),
  );
  await Promise.resolve(slices.turn()).then(() => order.push('continued'));
  await begun;
  expect(order).toEqual(['continued', 'new 1', 'new 2']);
});

test('callers of one batch go on in slices, although all of them ask before the first has done any work', async () => {
  const slices = new LoopSlices();
  let done = 0;
  const turns: number[] = [];
  const watch = () => {
    turns.push(done);
    if (done < 100) setImmediate(watch);
  };
  setImmediate(watch);
  const callers = Array.from({ length: 100 }, async () => {
    await slices.turn();
    work(1);
    done += 1;
  });
  await Promise.all(callers);
  const steps = turns.map((count, at) => count - (turns[at - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(50);
  expect(turns.length).toBeGreaterThan(5);
});

test('a step goes on at once while the slice has time, beyond it in order', async () => {
  const slices = new LoopSlices();
  expect(slices.step()).toBeUndefined();
  work(10);
  const order: string[] = [];
  const steps = ['a', 'b'].map(async (name) => {
    await slices.step();
    order.push(name);
  });
  expect(order).toEqual([]);
  await Promise.all(steps);
  expect(order).toEqual(['a', 'b']);
});
