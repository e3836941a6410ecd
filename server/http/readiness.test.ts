import { describe, expect, it } from 'vitest';
import { readiness, type ReadinessChecks, sharedCheck } from './readiness.ts';

const healthy: ReadinessChecks = {
  betAnswers: () => 'inTime',
  listenerReceives: () => true,
  pingDatabase: () => Promise.resolve(),
};
const silent = () => new Promise(() => {});

describe('readiness', () => {
  it('is given when lanes, listener and database answer', async () => {
    expect(await readiness(healthy)()).toEqual({ status: 'ready' });
  });

  it.each<[string, Partial<ReadinessChecks>, string]>([
    ['lanes that do not answer', { betAnswers: () => 'none' }, 'the connections for bets do not answer'],
    ['a listener that receives nothing', { listenerReceives: () => false }, 'events of other servers are missed'],
    [
      'a database that fails',
      { pingDatabase: () => Promise.reject(new Error('away')) },
      'the database does not answer',
    ],
    ['a database that is silent for its deadline', { pingDatabase: silent }, 'the database does not answer'],
  ])('is denied by %s', async (_name, checks, reason) => {
    const times = { waitMs: 5, deadMs: 1 };
    expect(await readiness({ ...healthy, ...checks }, times)()).toEqual({ status: 'unavailable', reason });
  });

  it.each<[string, Partial<ReadinessChecks>, string]>([
    ['lanes answer late', { betAnswers: () => 'late' }, 'bets wait for the database'],
    ['the database takes its time', { pingDatabase: silent }, 'the database answers late'],
  ])('is slow while %s', async (_name, checks, reason) => {
    const times = { waitMs: 1, deadMs: 60_000 };
    expect(await readiness({ ...healthy, ...checks }, times)()).toEqual({ status: 'slow', reason });
  });

  it('queries a silent database once, whatever the number of callers', async () => {
    let asked = 0;
    const check = readiness({
      ...healthy,
      pingDatabase: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    await Promise.all(Array.from({ length: 100 }, check));
    await check();
    expect(asked).toBe(1);
  });
});

describe('a check with any number of callers', () => {
  it('runs once for concurrent callers', async () => {
    let made = 0;
    const check = sharedCheck(() => {
      made += 1;
      return made === 1 ? Promise.resolve() : Promise.reject(new Error('away'));
    }, 50);
    await Promise.all(Array.from({ length: 1_000 }, check));
    await check();
    expect(made).toBe(1);
    await expect
      .poll(
        async () =>
          check().then(
            () => 'ready',
            (error: Error) => error.message,
          ),
        { interval: 10 },
      )
      .toBe('away');
    expect(made).toBe(2);
  });
});
