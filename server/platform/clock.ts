/**
 * The one source of time. Nothing in the domain reads the machine's clock itself, so that a test can move time and a
 * server can follow the database's.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, as soon as `now()` has reached `instant`. Returns a function that calls it off. */
  at(instant: number, run: () => void): () => void;
}

/** A clock that stands still until it is moved: what tests inject. */
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

  /** Moves to `instant` (milliseconds since the epoch) and calls what has become due, earliest first. */
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
