import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('taking turns', () => {
  it('runs a few at once, all of them, in order', async () => {
    const turns = new Turns(2);
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        turns.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          done.push(at);
        }),
      ),
    );
    expect(most).toBe(2);
    expect(done).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });

  it('yields to others in between', async () => {
    const turns = new Turns(4);
    let turnsOfOthers = 0;
    const others = setInterval(() => (turnsOfOthers += 1), 1);
    await Promise.all(Array.from({ length: 30 }, () => turns.run(() => busyFor(2))));
    clearInterval(others);
    expect(turnsOfOthers).toBeGreaterThan(5);
  });

  it('goes on after work that failed', async () => {
    const turns = new Turns(1);
    const failing = turns.run(() => Promise.reject(new Error('failed')));
    const next = turns.run(() => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
  });
});
