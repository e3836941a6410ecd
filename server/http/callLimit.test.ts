import { describe, expect, it } from 'vitest';
import type { Actor } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import { ManualClock } from '../platform/clock.ts';
import { callLimit, type Calls } from './callLimit.ts';

const nobody: Actor = { kind: 'anonymous' };
const player = (userId: bigint): Actor => ({ kind: 'player', userId, sessionId: 1n });

function limited(perMinute: number | 'off' = 100) {
  const count = callLimit(new ManualClock(0), perMinute);
  const isAllowed = (calls: Partial<Calls>) => {
    try {
      count({ actor: nobody, address: '203.0.113.1', kind: 'other', count: 1, ...calls });
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  };
  return isAllowed;
}

describe('the limit on calls', () => {
  it('counts callers without a session by address, however it is written', () => {
    const isAllowed = limited();
    expect(isAllowed({ count: 100 })).toBe(true);
    expect(isAllowed({})).toBe(false);
    expect(isAllowed({ address: '::ffff:203.0.113.1' })).toBe(false);
    expect(isAllowed({ address: '203.0.113.2' })).toBe(true);
  });

  it('takes the first half of an IPv6 address, since one subscriber holds all of the rest', () => {
    const isAllowed = limited();
    expect(isAllowed({ address: '2001:db8:0:1::1', count: 100 })).toBe(true);
    expect(isAllowed({ address: '2001:db8:0:1:ffff::2' })).toBe(false);
    expect(isAllowed({ address: '2001:db8:0:2::1' })).toBe(true);
    expect(isAllowed({ address: '::1', count: 100 })).toBe(true);
    expect(isAllowed({ address: '::1' })).toBe(false);
  });

  it('counts signed-in callers by account, from any address', () => {
    const isAllowed = limited();
    expect(isAllowed({ actor: player(1n), count: 100 })).toBe(true);
    expect(isAllowed({ actor: player(1n), address: '203.0.113.9' })).toBe(false);
    expect(isAllowed({ actor: player(2n) })).toBe(true);
    expect(isAllowed({})).toBe(true);
  });

  it('keeps bets and attempts to sign in apart from the rest', () => {
    const isAllowed = limited();
    expect(isAllowed({ actor: player(1n), count: 100 })).toBe(true);
    expect(isAllowed({ actor: player(1n), kind: 'bet', count: 100 })).toBe(true);
  });

  it('allows 60 log-in attempts a minute per account and 600 per address', () => {
    const isAllowed = limited(1_000);
    expect(isAllowed({ actor: player(1n), kind: 'attempt', count: 60 })).toBe(true);
    expect(isAllowed({ actor: player(1n), kind: 'attempt' })).toBe(false);
    expect(isAllowed({ kind: 'attempt', count: 600 })).toBe(true);
    expect(isAllowed({ kind: 'attempt' })).toBe(false);
  });

  it('can be off', () => {
    expect(limited('off')({ count: 1_000_000 })).toBe(true);
  });

  it('has none for callers without a known address, and returns how long others have to wait', () => {
    expect(limited()({ address: null, count: 1_000_000 })).toBe(true);
    const count = callLimit(new ManualClock(0), 60);
    count({ actor: nobody, address: '203.0.113.1', kind: 'other', count: 60 });
    expect(() => count({ actor: nobody, address: '203.0.113.1', kind: 'other', count: 30 })).toThrow(
      expect.objectContaining({ message: 'Too many requests. Please wait.', extra: { retryAfterSeconds: 30 } }),
    );
    count({ actor: player(1n), address: null, kind: 'other', count: 60 });
    expect(() => count({ actor: player(1n), address: null, kind: 'other', count: 1 })).toThrow(DomainError);
  });
});
