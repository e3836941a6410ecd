import type { Machine } from '../../server/platform/machineClock.ts';

/** A machine whose time the test advances, and whose wall clock can be set. */
export class FakeMachine implements Machine {
  #monotonicMs = 1_000;
  #wallAheadMs: number;
  readonly #timers = new Set<{ due: number; run: () => void }>();

  constructor(wallMs: number) {
    this.#wallAheadMs = wallMs - this.#monotonicMs;
  }

  readonly wall = (): number => this.#monotonicMs + this.#wallAheadMs;

  readonly monotonic = (): number => this.#monotonicMs;

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#monotonicMs + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances time by `ms`; timers run when they are due, earliest first. */
  pass(ms: number): void {
    const until = this.#monotonicMs + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.#timers.delete(next);
      this.#monotonicMs = Math.max(this.#monotonicMs, next.due);
      next.run();
    }
    this.#monotonicMs = until;
  }

  /** Sets its wall clock ahead by `ms` (or back). */
  step(ms: number): void {
    this.#wallAheadMs += ms;
  }
}
