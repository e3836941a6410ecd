import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { RateLimiter } from './rateLimiter.ts';

describe('rate limiter', () => {
  const calls = (limiter: RateLimiter, key: string, count: number) =>
    Array.from({ length: count }, () => limiter.take(key)).filter((wait) => wait === 0).length;

  it('lets a whole minute of calls through at once, then says how long to wait', () => {
    const limiter = new RateLimiter(new ManualClock(0), 60);
    expect(calls(limiter, 'a', 100)).toBe(60);
    expect(limiter.take('a')).toBe(1);
  });

  it('counts each key for itself', () => {
    const limiter = new RateLimiter(new ManualClock(0), 5);
    expect(calls(limiter, 'a', 10)).toBe(5);
    expect(calls(limiter, 'b', 10)).toBe(5);
  });

  it('fills evenly, and never beyond a minute of calls', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock, 60);
    calls(limiter, 'a', 60);
    clock.advance(10_000);
    expect(calls(limiter, 'a', 100)).toBe(10);
    clock.advance(3_600_000);
    expect(calls(limiter, 'a', 100)).toBe(60);
  });
});
