import type { CallKind } from '../domain/callKind.ts';
import type { Actor } from '../domain/context.ts';
import { DomainError } from '../domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { network } from '../platform/network.ts';
import { RateLimiter } from '../platform/rateLimiter.ts';

export interface Calls {
  actor: Actor;
  /** Where they come from; null behind a proxy that does not name it: then callers without a session have no limit. */
  address: string | null;
  kind: CallKind;
  /** How many calls come together. */
  count: number;
}

/** Counts one call outside GraphQL; throws RATE_LIMITED when there have been too many. */
export type LimitCall = (call: { actor: Actor; address: string | null; kind: CallKind }) => void;

/** Attempts a minute of one account, and of one address: mobile carriers put thousands of players behind one. */
const ATTEMPTS_A_MINUTE = { account: 60, address: 600 };

/**
 * The limit on calls a minute: by account for whoever is signed in, by address for everybody else. An account's calls
 * never count against its address, so that players behind one address don't hinder each other. The function it gives
 * throws RATE_LIMITED, with the seconds to wait, when there have been too many.
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
