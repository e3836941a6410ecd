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

/** Node clamps longer timers to 1 ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The machine's clock, corrected by `offsetMs()` (how far the database's clock is ahead), asked at each reading.
 */
export function systemClock(offsetMs: () => number = () => 0): Clock {
  const now = () => Date.now() + offsetMs();
  return {
    now,
    at(instant, run) {
      let timer: NodeJS.Timeout;
      const wait = () => {
        const left = instant - now();
        timer = left <= 0 ? setTimeout(run, 0) : setTimeout(wait, Math.min(left, LONGEST_TIMER_MS));
      };
      wait();
      return () => clearTimeout(timer);
    },
  };
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
