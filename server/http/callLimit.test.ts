import { describe, expect, it } from 'vitest';
import type { Taken } from '../domain/ground/calls/callBudget.ts';
import type { Actor } from '../domain/ground/verbs/context.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import { ManualClock } from '../platform/clock.ts';
import { callLimits } from './callLimit.ts';

const nobody: Actor = { kind: 'anonymous' };
const player = (userId: bigint): Actor => ({ kind: 'player', userId, sessionId: 1n });
const anAddress = '203.0.113.1';

function limited(perMinute: number | 'off' = 100) {
  const clock = new ManualClock(0);
  const machine = new ManualClock(0);
  const limits = callLimits(clock, perMinute, machine);
  const isAllowed = (calls: Partial<Taken>) => {
    try {
      limits.take({ actor: nobody, address: anAddress, kind: 'other', count: 1, ...calls });
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  };
  return { limits, isAllowed, clock, machine };
}

describe('the limit on calls', () => {
  it('counts callers without a session by address, however it is written', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ count: 100 })).toBe(true);
    expect(isAllowed({})).toBe(false);
    expect(isAllowed({ address: '::ffff:203.0.113.1' })).toBe(false);
    expect(isAllowed({ address: '203.0.113.2' })).toBe(true);
  });

  it('takes the first half of an IPv6 address, since one subscriber holds all of the rest', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ address: '2001:db8:0:1::1', count: 100 })).toBe(true);
    expect(isAllowed({ address: '2001:db8:0:1:ffff::2' })).toBe(false);
    expect(isAllowed({ address: '2001:db8:0:2::1' })).toBe(true);
    expect(isAllowed({ address: '::1', count: 100 })).toBe(true);
    expect(isAllowed({ address: '::1' })).toBe(false);
  });

  it('counts signed-in callers by account, from any address', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ actor: player(1n), count: 100 })).toBe(true);
    expect(isAllowed({ actor: player(1n), address: '203.0.113.9' })).toBe(false);
    expect(isAllowed({ actor: player(2n) })).toBe(true);
    expect(isAllowed({})).toBe(true);
  });

  it('keeps bets apart from the rest, at least 1,000 a minute whatever the limit is', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ actor: player(1n), count: 100 })).toBe(true);
    expect(isAllowed({ actor: player(1n), kind: 'bet', count: 1_000 })).toBe(true);
    expect(isAllowed({ actor: player(1n), kind: 'bet' })).toBe(false);
    const more = limited(5_000).isAllowed;
    expect(more({ actor: player(1n), kind: 'bet', count: 5_000 })).toBe(true);
    expect(more({ actor: player(1n), kind: 'bet' })).toBe(false);
  });

  it('allows 60 log-in attempts a minute per account and 600 per address', () => {
    const { isAllowed } = limited(1_000);
    expect(isAllowed({ actor: player(1n), kind: 'attempt', count: 60 })).toBe(true);
    expect(isAllowed({ actor: player(1n), kind: 'attempt' })).toBe(false);
    expect(isAllowed({ kind: 'attempt', count: 600 })).toBe(true);
    expect(isAllowed({ kind: 'attempt' })).toBe(false);
  });

  it('takes nothing for what is free', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ kind: 'free', count: 1_000_000 })).toBe(true);
    expect(isAllowed({ count: 100 })).toBe(true);
  });

  it('takes fractions of points, and gives back what was taken too much', () => {
    const { isAllowed } = limited();
    expect(isAllowed({ count: 98.5 })).toBe(true);
    expect(isAllowed({ count: 2 })).toBe(false);
    expect(isAllowed({ count: -0.5 })).toBe(true);
    expect(isAllowed({ count: 2 })).toBe(true);
  });

  it('refills continuously', () => {
    const { isAllowed, clock } = limited(60);
    expect(isAllowed({ count: 60 })).toBe(true);
    clock.advance(500);
    expect(isAllowed({ count: 0.75 })).toBe(false);
    expect(isAllowed({ count: 0.5 })).toBe(true);
  });

  it('can be off', () => {
    const { isAllowed, limits } = limited('off');
    expect(isAllowed({ count: 1_000_000 })).toBe(true);
    expect(limits.turn({ actor: nobody, address: anAddress }, 1_000_000)).toBeUndefined();
    expect(limits.points({ actor: player(1n), address: null })).toBeNull();
    expect(limits.headers({ actor: player(1n), address: null })).toEqual({});
  });

  it('has none for callers without a known address, and returns how long others have to wait', () => {
    expect(limited().isAllowed({ address: null, count: 100 })).toBe(true);
    expect(limited().isAllowed({ address: null, count: 100 })).toBe(true);
    const { limits } = limited(60);
    limits.take({ actor: nobody, address: anAddress, kind: 'other', count: 60 });
    expect(() => limits.take({ actor: nobody, address: anAddress, kind: 'other', count: 30 })).toThrow(
      expect.objectContaining({
        message: 'Too many requests. Please wait.',
        extra: { retryAfterSeconds: 30, cost: { requested: 30, remaining: 0, limit: 60, restorePerSecond: 1 } },
      }),
    );
    limits.take({ actor: player(1n), address: null, kind: 'other', count: 60 });
    expect(() => limits.take({ actor: player(1n), address: null, kind: 'other', count: 1 })).toThrow(DomainError);
  });

  it('refuses what costs more than a full bucket as too complex, since waiting would not help', () => {
    const { limits, isAllowed } = limited(100);
    expect(() => limits.take({ actor: player(1n), address: null, kind: 'other', count: 100.5 })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: 'This costs 100.5 points, and a full budget has 100: ask for less at a time.',
        extra: expect.objectContaining({
          cost: { requested: 100.5, remaining: 100, limit: 100, restorePerSecond: 100 / 60 },
        }) as unknown,
      }),
    );
    // A part of it has been taken before.
    expect(() =>
      limits.take({ actor: player(1n), address: null, kind: 'other', count: 99.5, requested: 100.5 }),
    ).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    expect(isAllowed({ actor: player(1n), count: 100 })).toBe(true);
  });
});

describe('the headers', () => {
  it('tell callers with a session what is left in each bucket, and when it is full again', () => {
    const { limits, clock } = limited(600);
    const caller = { actor: player(1n), address: null };
    expect(limits.headers(caller)).toEqual({
      ratelimit: '"points";r=600;t=0, "bets";r=1000;t=0, "attempts";r=60;t=0',
      'ratelimit-policy': '"points";q=600;w=60, "bets";q=1000;w=60, "attempts";q=60;w=60',
    });
    limits.take({ ...caller, kind: 'other', count: 100.25 });
    limits.take({ ...caller, kind: 'bet', count: 1 });
    limits.take({ ...caller, kind: 'attempt', count: 2 });
    expect(limits.headers(caller)['ratelimit']).toBe('"points";r=499;t=11, "bets";r=999;t=1, "attempts";r=58;t=2');
    clock.advance(2_000);
    expect(limits.headers(caller)['ratelimit']).toBe('"points";r=519;t=9, "bets";r=1000;t=0, "attempts";r=60;t=0');
  });

  it('tell nothing to callers without one', () => {
    expect(limited().limits.headers({ actor: nobody, address: anAddress })).toEqual({});
  });
});

describe('the pace of all callers without a session', () => {
  it('is 200 points a second, of which a small call counts a quarter', async () => {
    const { limits, machine } = limited();
    const begin = (at: number) => limits.turn({ actor: nobody, address: `203.0.113.${at % 200}` }, 0.1);
    const begun = Array.from({ length: 80 }, (_, at) => begin(at));
    expect(begun.every((turn) => turn === undefined)).toBe(true);
    let late = 0;
    for (let at = 0; at < 800; at += 1) void begin(at)?.then(() => (late += 1));
    const pass = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) machine.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await pass(10);
    expect(late).toBe(400);
    await pass(10);
    expect(late).toBe(800);
  });

  it('is not that of callers with a session', () => {
    const { limits } = limited();
    for (let at = 0; at < 10; at += 1) {
      expect(limits.turn({ actor: player(1n), address: anAddress }, 200)).toBeUndefined();
    }
    expect(limits.turn({ actor: nobody, address: anAddress }, 20)).toBeUndefined();
    expect(limits.turn({ actor: nobody, address: anAddress }, 20)).toBeInstanceOf(Promise);
  });
});

describe('the points that are left', () => {
  it('are of the account, of the address without a session, and of nobody behind a proxy that doesn’t tell it', () => {
    const { limits } = limited(100);
    limits.take({ actor: player(1n), address: anAddress, kind: 'other', count: 30 });
    limits.take({ actor: nobody, address: anAddress, kind: 'other', count: 10 });
    const remaining = (actor: Actor, address: string | null) => limits.points({ actor, address })?.remaining;
    expect(remaining(player(1n), anAddress)).toBe(70);
    expect(remaining(player(1n), null)).toBe(70);
    expect(remaining(player(2n), anAddress)).toBe(100);
    expect(remaining(nobody, anAddress)).toBe(90);
    expect(remaining(nobody, '203.0.113.2')).toBe(100);
    expect(limits.points({ actor: nobody, address: null })).toBeNull();
  });
});
