import { type CallBudget, type Caller, unlimited } from '../domain/ground/calls/callBudget.ts';
import { type Budget, costOf } from '../domain/ground/calls/callCost.ts';
import type { CallKind } from '../domain/ground/calls/callKind.ts';
import { DomainError } from '../domain/ground/refusals/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { FairPace } from '../platform/fairPace.ts';
import { MachineClock } from '../platform/machineClock.ts';
import { network } from '../platform/network.ts';
import { RateLimiter } from '../platform/rateLimiter.ts';

/** The kinds that have a bucket. */
type Counted = Exclude<CallKind, 'free'>;
type Buckets = Record<Counted, RateLimiter>;

/**
 * Log-in attempts a minute per account, and per address: mobile carriers put thousands of players behind one address.
 */
const ATTEMPTS_A_MINUTE = { account: 60, address: 600 };
/** A player may always place so many bets a minute. */
const MIN_BETS_A_MINUTE = 1_000;
/**
 * All callers without a session together: about a third of a core. A burst is as much as one of their operations may cost, so
 * that no more than that runs beyond the pace.
 */
const STRANGERS = { perSecond: 200, maxWaitMs: 2_000, burst: 20 };
/** What a small call of theirs counts, which takes less than a point's time. */
const SMALL_CALL = 0.25;

/** Names of the buckets in the headers, in their order. */
const policies = { other: 'points', bet: 'bets', attempt: 'attempts' } as const;

/** The buckets of calls, and what responses tell callers about theirs. */
export interface CallLimits extends CallBudget {
  /** `RateLimit` and `RateLimit-Policy` of a caller with a session; none for all others. */
  headers(caller: Caller): Record<string, string>;
}

/**
 * Limits bets, attempts and points per minute: by account with a session, by address without. An account's calls never count
 * against its address, so that players behind one address don't affect each other. All callers without a session together
 * share a pace, measured on `machine`, since what they use up is this machine's time.
 */
export function callLimits(clock: Clock, perMinute: number | 'off', machine: Clock = new MachineClock()): CallLimits {
  if (perMinute === 'off') return { ...unlimited, headers: () => ({}) };
  const bucketsOf = (attempts: number): Buckets => ({
    bet: new RateLimiter(clock, Math.max(perMinute, MIN_BETS_A_MINUTE)),
    attempt: new RateLimiter(clock, Math.min(perMinute, attempts)),
    other: new RateLimiter(clock, perMinute),
  });
  const ofAccounts = bucketsOf(ATTEMPTS_A_MINUTE.account);
  const ofAddresses = bucketsOf(ATTEMPTS_A_MINUTE.address);
  const pace = new FairPace(machine, STRANGERS);
  const policy = policyOf(ofAccounts);
  return {
    take({ actor, address, kind, count, requested = count }) {
      if (kind === 'free') return;
      if ('userId' in actor) take(ofAccounts[kind], String(actor.userId), { count, requested });
      else if (address !== null) take(ofAddresses[kind], network(address), { count, requested });
    },
    turn: ({ actor, address }, points) =>
      'userId' in actor ? undefined : pace.turn(address, Math.max(points, SMALL_CALL)),
    points({ actor, address }) {
      if ('userId' in actor) return budgetOf(ofAccounts.other, String(actor.userId));
      return address === null ? null : budgetOf(ofAddresses.other, network(address));
    },
    headers: ({ actor }) =>
      'userId' in actor ? { ratelimit: leftOf(ofAccounts, String(actor.userId)), 'ratelimit-policy': policy } : {},
  };
}

function take(bucket: RateLimiter, key: string, { count, requested }: { count: number; requested: number }): void {
  const { perMinute } = bucket;
  const costNow = () => costOf(budgetOf(bucket, key), requested) ?? undefined;
  if (requested > perMinute) {
    const detail = `This costs ${requested} points, and a full budget has ${perMinute}: ask for less at a time.`;
    throw new DomainError('INVALID_INPUT', detail, { field: null, detail, cost: costNow() });
  }
  const retryAfterSeconds = bucket.take(key, count);
  if (retryAfterSeconds === 0) return;
  throw new DomainError('RATE_LIMITED', 'Too many requests. Please wait.', { retryAfterSeconds, cost: costNow() });
}

function budgetOf(bucket: RateLimiter, key: string): Budget {
  const { perMinute } = bucket;
  return { limit: perMinute, remaining: bucket.left(key), restorePerSecond: perMinute / 60 };
}

/** RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers): a quota and its window in seconds for each bucket. */
function policyOf(buckets: Buckets): string {
  return kinds.map((kind) => `"${policies[kind]}";q=${buckets[kind].perMinute};w=60`).join(', ');
}

/** RateLimit: what is left, and the seconds until the bucket is full again. */
function leftOf(buckets: Buckets, key: string): string {
  return kinds
    .map((kind) => {
      const { perMinute } = buckets[kind];
      const left = buckets[kind].left(key);
      // Fractions don't add up exactly.
      return `"${policies[kind]}";r=${Math.floor(left + 1e-6)};t=${Math.ceil(((perMinute - left) * 60) / perMinute)}`;
    })
    .join(', ');
}

const kinds = Object.keys(policies) as Counted[];
