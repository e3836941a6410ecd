/** A longer step was no refusal: this process stood still meanwhile, or the machine slept. */
const MAX_STEP_MS = 15_000;

/**
 * Adds up how long a database has accepted no connection, though it did not recover. `now` gives milliseconds of a monotonic
 * clock.
 */
export class RefusedTime {
  readonly #now: () => number;
  #lastAt: number;
  #totalMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#lastAt = now();
  }

  /** After an attempt to connect that succeeded, or failed while the database recovered. */
  reset(): void {
    this.#lastAt = this.#now();
    this.#totalMs = 0;
  }

  /** After an attempt that failed: milliseconds since the last reset. */
  refused(): number {
    const now = this.#now();
    this.#totalMs += Math.min(now - this.#lastAt, MAX_STEP_MS);
    this.#lastAt = now;
    return this.#totalMs;
  }
}
