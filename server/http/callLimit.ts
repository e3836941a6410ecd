import type { Actor } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { RateLimiter } from '../platform/rateLimiter.ts';

/** Each kind has a limit of its own, so that nothing else a player does can use up their bets. */
type CallKind = 'bet' | 'attempt' | 'other';

export interface Calls {
  actor: Actor;
  /** Where they come from, by the socket itself: forwarding headers are never believed. */
  address: string;
  kind: CallKind;
  /** How many calls come together. */
  count: number;
}

/** Counts one call outside GraphQL; throws RATE_LIMITED when there have been too many. */
export type LimitCall = (call: { actor: Actor; address: string; kind: CallKind }) => void;

/** Tries a minute to get into an account, or to have a mail sent, from one place. */
const ATTEMPTS_A_MINUTE = 60;

/**
 * The limit on calls a minute: by account for whoever is signed in, by address for everybody else. An account's calls
 * never count against its address, so that players behind one address don't hinder each other. The function it gives
 * throws RATE_LIMITED, with the seconds to wait, when there have been too many.
 */
export function callLimit(clock: Clock, perMinute: number | 'off'): (calls: Calls) => void {
  if (perMinute === 'off') return () => {};
  const limiters = {
    bet: new RateLimiter(clock, perMinute),
    attempt: new RateLimiter(clock, Math.min(perMinute, ATTEMPTS_A_MINUTE)),
    other: new RateLimiter(clock, perMinute),
  };
  return ({ actor, address, kind, count }) => {
    const key = 'userId' in actor ? String(actor.userId) : network(address);
    const retryAfterSeconds = limiters[kind].take(key, count);
    if (retryAfterSeconds > 0) {
      throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds });
    }
  };
}

/** What one subscriber holds: a whole IPv4 address, but the first half of an IPv6 one. */
function network(address: string): string {
  const bare = address.replace(/^::ffff:/, '');
  return bare.includes(':') ? groups(bare).slice(0, 4).join(':') : bare;
}

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}
