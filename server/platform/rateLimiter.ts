import { BoundedMap } from './boundedMap.ts';
import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
/** Above this, the caller idle the longest is dropped and starts again with a full bucket: bounds the memory. */
const MAX_KEYS = 100_000;

/**
 * Limits what each key (an account, an address) takes per minute with a token bucket: it starts full and refills evenly, so
 * that a burst of a whole minute's calls is allowed, and no minute boundary doubles it. Why not rate-limiter-flexible:
 * .github/decisions/015.
 */
export class RateLimiter {
  /** What a full bucket has, and how much is refilled in a minute. */
  readonly perMinute: number;
  readonly #clock: Clock;
  readonly #buckets = new BoundedMap<string, { left: number; at: number }>(MAX_KEYS);

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.perMinute = perMinute;
  }

  /**
   * Takes `count` together, which may have a fraction. Returns 0 when that was left, else the whole seconds until it would be:
   * never above a full bucket, so the caller compares with `perMinute` first. A negative count is given back.
   */
  take(key: string, count = 1): number {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key);
    const filled = this.#filled(bucket, now);
    if (filled < count) return Math.ceil(((count - filled) * MINUTE_MS) / this.perMinute / 1_000);
    this.#buckets.set(key, { left: filled - count, at: now });
    return 0;
  }

  /** What is left for a key. */
  left(key: string): number {
    return this.#filled(this.#buckets.get(key), this.#clock.now());
  }

  #filled(bucket: { left: number; at: number } | undefined, now: number): number {
    if (bucket === undefined) return this.perMinute;
    // After the clock was set back the bucket keeps its content and refills from the new time on.
    if (bucket.at > now) bucket.at = now;
    return Math.min(this.perMinute, bucket.left + ((now - bucket.at) * this.perMinute) / MINUTE_MS);
  }
}
