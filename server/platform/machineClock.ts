import type { Clock } from './clock.ts';

/** Time sources of a machine. */
export interface Machine {
  /** Wall clock, in milliseconds since the epoch; steps when it is set. */
  wall(): number;
  /**
   * Monotonic clock, in milliseconds since some instant; never steps, and stands still while the machine is suspended.
   */
  monotonic(): number;
  /** Calls `run` once after `ms` of monotonic time, possibly a little late. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Node runs longer timers after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const thisMachine: Machine = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.ceil(ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/**
 * A change of a clock when it reaches the instant `at` (milliseconds): it jumps ahead by `by` ms, or stands still for -`by`
 * ms when `by` is negative, because it never goes back.
 */
export interface Jump {
  readonly at: number;
  readonly by: number;
}

interface Waiter {
  readonly instant: number;
  readonly run: () => void;
  cancelTimer: () => void;
}

/**
 * A clock that runs with the machine's monotonic clock, so that steps of the wall clock don't move it. To follow
 * another clock, set how far that one is ahead.
 */
export class MachineClock implements Clock {
  readonly #machine: Machine;
  readonly #waiting = new Set<Waiter>();
  #offsetMs: number;
  #jump: Jump | null = null;

  constructor(machine: Machine = thisMachine) {
    this.#machine = machine;
    this.#offsetMs = machine.wall() - machine.monotonic();
  }

  /** How far it is ahead of the machine's monotonic clock, before the pending jump. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Sets it `offsetMs` ahead of the machine's monotonic clock, and rearms pending timers. */
  follow(offsetMs: number, jump: Jump | null = null): void {
    this.#offsetMs = offsetMs;
    this.#jump = jump;
    for (const waiter of this.#waiting) this.#arm(waiter);
  }

  now(): number {
    const now = Math.floor(this.#machine.monotonic() + this.#offsetMs);
    return this.#jump !== null && now >= this.#jump.at ? Math.max(this.#jump.at, now + this.#jump.by) : now;
  }

  at(instant: number, run: () => void): () => void {
    const waiter: Waiter = { instant, run, cancelTimer: () => {} };
    this.#waiting.add(waiter);
    this.#arm(waiter);
    return () => {
      this.#waiting.delete(waiter);
      waiter.cancelTimer();
    };
  }

  #arm(waiter: Waiter): void {
    waiter.cancelTimer();
    const left = this.#beforeJump(waiter.instant) - this.#offsetMs - this.#machine.monotonic();
    waiter.cancelTimer = this.#machine.after(Math.max(0, left), () => {
      if (this.now() < waiter.instant) return this.#arm(waiter);
      this.#waiting.delete(waiter);
      waiter.run();
    });
  }

  /** The time without the jump at which this clock has reached or passed `instant`. */
  #beforeJump(instant: number): number {
    if (this.#jump === null || instant <= this.#jump.at) return instant;
    return Math.max(this.#jump.at, instant - this.#jump.by);
  }
}
