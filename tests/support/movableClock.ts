import type { Clock } from '../../server/platform/clock.ts';

/** A clock that runs like a real one and can be moved ahead: for browsers, whose own clocks don't stand still. */
export class MovableClock implements Clock {
  #aheadMs = 0;
  readonly #waiting = new Set<{ instant: number; run: () => void; timer?: NodeJS.Timeout }>();

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  at(instant: number, run: () => void): () => void {
    const waiter = { instant, run };
    this.#waiting.add(waiter);
    this.#arm(waiter);
    return () => this.#disarm(waiter);
  }

  /** Moves ahead by `ms`; what has become due runs soon, earliest first. */
  advance(ms: number): void {
    this.#aheadMs += ms;
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
