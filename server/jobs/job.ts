import type { Services } from '../domain/ground/verbs/context.ts';

export interface Work {
  /** Does what is due, and resolves to the instant of the next run. Ends early once `stopped()` is true. */
  run(stopped: () => boolean): Promise<number>;
  /** What is logged when `run` rejects. */
  failure: string;
  /** The instant of the next run after one that rejected. */
  retryAt(): number;
}

/**
 * Background work that repeats: one run at a time, at the instants that the runs themselves determine, and whenever it is
 * woken. A failed run is logged and retried. It does not begin by itself. Why not a queue such as graphile-worker:
 * .github/decisions/015.
 */
export class Job {
  readonly #services: Pick<Services, 'clock' | 'log'>;
  readonly #work: Work;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #cancelTimer = () => {};

  constructor(services: Pick<Services, 'clock' | 'log'>, work: Work) {
    this.#services = services;
    this.#work = work;
  }

  /** Runs now; after the run under way, if there is one. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#cancelTimer();
    this.#running ??= this.#runWhileWanted();
  }

  /** Runs at `instant`, in place of the next run that was planned. */
  wakeAt(instant: number): void {
    this.#cancelTimer();
    if (!this.#isStopped) this.#cancelTimer = this.#services.clock.at(instant, () => this.wake());
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Starts nothing more, and resolves after the run under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#running;
  }

  async #runWhileWanted(): Promise<void> {
    let nextAt = Infinity;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      nextAt = await this.#attempt();
    }
    this.#running = undefined;
    this.wakeAt(nextAt);
  }

  async #attempt(): Promise<number> {
    try {
      return await this.#work.run(() => this.#isStopped);
    } catch (error) {
      this.#services.log.error({ err: error }, this.#work.failure);
      return this.#work.retryAt();
    }
  }
}
