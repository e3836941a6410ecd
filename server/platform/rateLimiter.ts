import { BoundedMap } from './boundedMap.ts';
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
/** Above this, the caller idle the longest is dropped and starts again with a full bucket: bounds the memory. */
const MAX_KEYS = 100_000;

/**
 * Limits the calls per minute of each key (an account, an address) with a token bucket: it starts full and refills
 * evenly, so that a burst of a whole minute's calls is allowed, and no minute boundary doubles it. Why not
 * rate-limiter-flexible: .github/decisions/015.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #buckets = new BoundedMap<string, { left: number; at: number }>(MAX_KEYS);

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts `calls` together. Returns 0 when they are within the limit, else the whole seconds until they would be. */
  take(key: string, calls = 1): number {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key);
    // After the clock was set back the bucket keeps its content and refills from the new time on.
    if (bucket !== undefined && bucket.at > now) bucket.at = now;
    const filled = bucket === undefined ? this.#perMinute : this.#filled(bucket, now);
    if (filled < calls) return Math.ceil(((calls - filled) * MINUTE_MS) / this.#perMinute / 1_000);
    this.#buckets.set(key, { left: filled - calls, at: now });
    return 0;
  }

  #filled({ left, at }: { left: number; at: number }, now: number): number {
    return Math.min(this.#perMinute, left + ((now - at) * this.#perMinute) / MINUTE_MS);
  }
}
