import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
/** Whoever is forgotten starts afresh: with this many callers at once, keeping all of them would be the attack. */
const MAX_KEYS = 100_000;

/**
 * Lets each key (an account, an address) make so many calls a minute: a bucket that starts full and fills evenly, so
 * that a burst of a whole minute's calls is fine and no minute boundary doubles it.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

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
    // The newest stand last, so that the first is the one to forget.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: filled - calls, at: now });
    if (this.#buckets.size > MAX_KEYS) this.#forgetOldest();
    return 0;
  }

  #filled({ left, at }: { left: number; at: number }, now: number): number {
    return Math.min(this.#perMinute, left + ((now - at) * this.#perMinute) / MINUTE_MS);
  }

  #forgetOldest(): void {
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}
