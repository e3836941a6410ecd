import { BoundedMap } from '../../../platform/boundedMap.ts';

/** How long a recorded read covers the same admin's further reads of the same data. */
const COVERS_MS = 15 * 60_000;
const MAX_READINGS = 10_000;

/** The reads that this server has recorded recently, so that browsing a player's pages doesn't fill the audit log. */
export class RecentReadings {
  readonly #recorded = new BoundedMap<string, { untilMs: number; done: Promise<void> }>(MAX_READINGS);

  /**
   * Calls `record` unless it was called for this key within the last 15 minutes; resolves once that call has succeeded.
   * Rejects as `record` does, and then calls it again the next time.
   */
  once(key: string, nowMs: number, record: () => Promise<void>): Promise<void> {
    const known = this.#recorded.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.done;
    const reading = { untilMs: nowMs + COVERS_MS, done: record() };
    this.#recorded.set(key, reading);
    reading.done.catch(() => {
      if (this.#recorded.get(key) === reading) this.#recorded.delete(key);
    });
    return reading.done;
  }
}
