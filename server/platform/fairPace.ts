import type { Clock } from './clock.ts';
import { FairLanes } from './fairLanes.ts';
import { ServerBusyError } from './serverBusy.ts';

export interface PaceOptions {
  /** Points that begin in a second. */
  readonly perSecond: number;
  /** What would wait longer is refused. */
  readonly maxWaitMs: number;
  /** Points that may begin at once after a pause. */
  readonly burst: number;
}

interface Waiter {
  readonly points: number;
  /** Milliseconds of the clock: until when it may begin. */
  readonly until: number;
  start(): void;
  refuse(error: Error): void;
}

/**
 * Lets work begin at a steady pace, measured in points. Work that finds the pace used up waits, and is let begin in turn by the
 * network that it came from (FairLanes). Of what would take longer than the longest wait, the newest of the site with the most
 * is refused, and so is what does take longer because this server is busy. Work of more points than are left begins as soon as any are, and the rest is missing for what comes after it.
 */
export class FairPace {
  readonly #clock: Clock;
  readonly #options: PaceOptions;
  readonly #most: number;
  readonly #lanes = new FairLanes<Waiter>({ most: Infinity, mostOfSite: Infinity }, ({ points }) => points);
  #left: number;
  #at: number;
  #isScheduled = false;

  constructor(clock: Clock, options: PaceOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#most = (options.perSecond * options.maxWaitMs) / 1_000 - options.burst;
    this.#left = options.burst;
    this.#at = clock.now();
  }

  /**
   * Resolves when work of so many points that came from `address` (null: unknown) may begin; undefined where that is now.
   * Rejects with ServerBusyError where it would wait too long.
   */
  turn(address: string | null, points: number): Promise<void> | undefined {
    this.#refill();
    if (!this.#isScheduled && this.#left > 0) {
      this.#left -= points;
      return undefined;
    }
    return new Promise((start, refuse) => {
      this.#lanes.add(address, { points, until: this.#at + this.#options.maxWaitMs, start, refuse });
      while (this.#lanes.size > this.#most) this.#lanes.dropNewest(address)?.refuse(this.#busy());
      this.#schedule();
    });
  }

  #busy(): ServerBusyError {
    return new ServerBusyError(Math.max(1, Math.ceil(this.#lanes.size / this.#options.perSecond)));
  }

  #refill(): void {
    const now = this.#clock.now();
    const passed = Math.max(0, now - this.#at);
    this.#at = now;
    this.#left = Math.min(this.#options.burst, this.#left + (passed * this.#options.perSecond) / 1_000);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const waitMs = Math.max(1, Math.ceil((-this.#left * 1_000) / this.#options.perSecond));
    this.#clock.at(this.#at + waitMs, () => this.#startNext());
  }

  /** Lets as many begin as the time that has passed allows. */
  #startNext(): void {
    this.#isScheduled = false;
    this.#refill();
    while (this.#left > 0) {
      const next = this.#lanes.take();
      if (next === undefined) return;
      if (next.until < this.#at) {
        next.refuse(this.#busy());
        continue;
      }
      this.#left -= next.points;
      next.start();
    }
    if (this.#lanes.size > 0) this.#schedule();
  }
}
