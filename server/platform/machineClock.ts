import type { Clock } from './clock.ts';

/** What a machine measures time with. */
export interface Machine {
  /** Its time of day, in milliseconds since the epoch: can be set, and then steps. */
  wall(): number;
  /** Milliseconds since some instant: never steps, and stands still while the machine is suspended. */
  monotonic(): number;
  /** Calls `run` once after `ms` of monotonic time, a little late at times. Returns a function that calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** Node clamps longer timers to 1 ms. */
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
 * What a clock does when it has reached the instant `at` (milliseconds): jumps ahead by `by` ms, or stands still for so
 * long where `by` is negative, as it never goes back.
 */
export interface Jump {
  readonly at: number;
  readonly by: number;
}

interface Waiter {
  readonly instant: number;
  readonly run: () => void;
  callOff: () => void;
}

/**
 * A clock that runs with the machine's monotonic clock: a step of its time of day doesn't move it. Who follows another
 * clock with it sets how far that one is ahead.
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

  /** How far it is ahead of the machine's monotonic clock, before the jump that is to come. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Puts it `offsetMs` ahead of the machine's monotonic clock. What waits for an instant waits anew. */
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
    const waiter: Waiter = { instant, run, callOff: () => {} };
    this.#waiting.add(waiter);
    this.#arm(waiter);
    return () => {
      this.#waiting.delete(waiter);
      waiter.callOff();
    };
  }

  #arm(waiter: Waiter): void {
    waiter.callOff();
    const left = this.#beforeJump(waiter.instant) - this.#offsetMs - this.#machine.monotonic();
    waiter.callOff = this.#machine.after(Math.max(0, left), () => {
      if (this.now() < waiter.instant) return this.#arm(waiter);
      this.#waiting.delete(waiter);
      waiter.run();
    });
  }

  /** The instant at which this clock, were it not to jump, shows what it shows at `instant` or has passed it. */
  #beforeJump(instant: number): number {
    if (this.#jump === null || instant <= this.#jump.at) return instant;
    return Math.max(this.#jump.at, instant - this.#jump.by);
  }
}
