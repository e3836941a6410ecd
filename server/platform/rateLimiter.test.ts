import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { RateLimiter } from './rateLimiter.ts';

describe('rate limiter', () => {
  const calls = (limiter: RateLimiter, key: string, count: number) =>
    Array.from({ length: count }, () => limiter.take(key)).filter((wait) => wait === 0).length;

  it('allows a whole minute of calls at once, then returns how long to wait', () => {
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

  it('returns how long to wait, rounded up to seconds, for the number of calls', () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock, 60);
    expect(limiter.take('a', 50)).toBe(0);
    expect(limiter.take('a', 40)).toBe(30);
    clock.advance(29_000);
    expect(limiter.take('a', 40)).toBe(1);
    clock.advance(1_000);
    expect(limiter.take('a', 40)).toBe(0);
  });

  it('drops the key that called longest ago, beyond 100,000 of them', () => {
    const limiter = new RateLimiter(new ManualClock(0), 1);
    for (let key = 0; key < 100_000; key += 1) limiter.take(String(key));
    expect(limiter.take('0')).toBeGreaterThan(0);
    limiter.take('one more');
    expect(limiter.take('1')).toBeGreaterThan(0);
    expect(limiter.take('0')).toBe(0);
  });

  it('goes on where it was when the clock is set back', () => {
    const clock = new ManualClock(3_600_000);
    const limiter = new RateLimiter(clock, 60);
    expect(calls(limiter, 'a', 50)).toBe(50);
    clock.set(0);
    expect(calls(limiter, 'a', 100)).toBe(10);
    clock.advance(10_000);
    expect(calls(limiter, 'a', 100)).toBe(10);
  });
});
