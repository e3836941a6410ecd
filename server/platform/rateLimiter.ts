import { BoundedMap } from './boundedMap.ts';
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
/** The caller idle the longest is dropped beyond this, and starts with a full bucket: memory must not grow with callers. */
const MAX_KEYS = 100_000;

/**
 * Lets each key (an account, an address) make so many calls a minute: a bucket that starts full and fills evenly, so
 * that a burst of a whole minute's calls is fine and no minute boundary doubles it.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #buckets = new BoundedMap<string, { left: number; at: number }>(MAX_KEYS);

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts `calls` together. Gives 0 when they are within the limit, else the whole seconds after which they are. */
  take(key: string, calls = 1): number {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key);
    // A clock that was set back takes nothing away: the bucket fills from the new time on.
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
