/**
 * The only source of time for the domain, which never reads the machine's clock. So tests can move time, and servers
 * can follow the database's clock.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, as soon as `now()` has reached `instant`. Returns a function that cancels it. */
  at(instant: number, run: () => void): () => void;
}

/** A clock that changes only when it is moved: injected by tests. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ instant: number; run: () => void }>();

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  at(instant: number, run: () => void): () => void {
    const waiter = { instant, run };
    this.#waiting.add(waiter);
    if (instant <= this.#now) queueMicrotask(() => this.#fireDue());
    return () => this.#waiting.delete(waiter);
  }

  /** Moves to `instant` (milliseconds since the epoch) and runs the callbacks that have become due, earliest first. */
  set(instant: number): void {
    this.#now = instant;
    this.#fireDue();
  }

  /** Moves on by `ms`. */
  advance(ms: number): void {
    this.set(this.#now + ms);
  }

  #fireDue(): void {
    const due = [...this.#waiting]
      .filter((waiter) => waiter.instant <= this.#now)
      .sort((a, b) => a.instant - b.instant);
    for (const waiter of due) {
      if (this.#waiting.delete(waiter)) waiter.run();
    }
  }
}
