import type { CallKind } from '../domain/callKind.ts';
import type { Actor } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { network } from '../platform/network.ts';
import { RateLimiter } from '../platform/rateLimiter.ts';

export interface Calls {
  actor: Actor;
  /**
   * The client's address; null behind a proxy that doesn't pass it on: then callers without a session have no limit.
   */
  address: string | null;
  kind: CallKind;
  /** How many calls a request contains. */
  count: number;
}

/** Counts one call outside GraphQL; throws RATE_LIMITED above the limit. */
export type LimitCall = (call: { actor: Actor; address: string | null; kind: CallKind }) => void;

/**
 * Log-in attempts a minute per account, and per address: mobile carriers put thousands of players behind one address.
 */
const ATTEMPTS_A_MINUTE = { account: 60, address: 600 };

/**
 * Limits calls per minute: by account with a session, by address without. An account's calls never count against its
 * address, so that players behind one address don't affect each other. The returned function throws RATE_LIMITED, with
 * the seconds to wait, above the limit.
 */
export function callLimit(clock: Clock, perMinute: number | 'off'): (calls: Calls) => void {
  if (perMinute === 'off') return () => {};
  const limitersOf = (attempts: number) => ({
    bet: new RateLimiter(clock, perMinute),
    attempt: new RateLimiter(clock, Math.min(perMinute, attempts)),
    other: new RateLimiter(clock, perMinute),
  });
  const ofAccounts = limitersOf(ATTEMPTS_A_MINUTE.account);
  const ofAddresses = limitersOf(ATTEMPTS_A_MINUTE.address);
  return ({ actor, address, kind, count }) => {
    let retryAfterSeconds = 0;
    if ('userId' in actor) retryAfterSeconds = ofAccounts[kind].take(String(actor.userId), count);
    else if (address !== null) retryAfterSeconds = ofAddresses[kind].take(network(address), count);
    if (retryAfterSeconds > 0) {
      throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds });
    }
  };
}
