import type { Clock } from '../../server/platform/clock.ts';
import { setDatabaseClock } from './databaseClock.ts';
import type { ServerAddress } from './postgres.ts';

/**
 * A clock that runs like a real one and can be moved ahead, together with the clock of a test's database: for browser
 * tests, because a browser's clock can't be stopped.
 */
export class MovableClock implements Clock {
  readonly #address: ServerAddress;
  #aheadMs = 0;
  readonly #waiting = new Set<{ instant: number; run: () => void; timer?: NodeJS.Timeout }>();

  constructor(address: ServerAddress) {
    this.#address = address;
    setDatabaseClock(address, 0, 'running');
  }

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  at(instant: number, run: () => void): () => void {
    const waiter = { instant, run };
    this.#waiting.add(waiter);
    this.#arm(waiter);
    return () => this.#disarm(waiter);
  }

  /** Moves ahead by `ms`; due timers run soon after, earliest first. */
  advance(ms: number): void {
    this.#aheadMs += ms;
    setDatabaseClock(this.#address, this.#aheadMs, 'running');
    for (const waiter of [...this.#waiting].sort((a, b) => a.instant - b.instant)) this.#arm(waiter);
  }

  #arm(waiter: { instant: number; run: () => void; timer?: NodeJS.Timeout }): void {
    clearTimeout(waiter.timer);
    waiter.timer = setTimeout(
      () => {
        if (this.now() < waiter.instant) return this.#arm(waiter);
        this.#waiting.delete(waiter);
        waiter.run();
      },
      Math.max(0, waiter.instant - this.now()),
    );
  }

  #disarm(waiter: { timer?: NodeJS.Timeout; instant: number; run: () => void }): void {
    clearTimeout(waiter.timer);
    this.#waiting.delete(waiter);
  }
}
