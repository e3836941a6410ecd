import { setTimeout as delay } from 'node:timers/promises';

/** Counts work under way, so that a stopping server can wait for it before it closes what the work needs. */
export class InFlight {
  #running = 0;
  #onIdle: (() => void) | undefined;

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    }
  }

  /** Resolves when nothing is under way, or after `timeoutMs` milliseconds. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#running === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    await Promise.race([idle, delay(timeoutMs, undefined, { ref: false })]);
  }
}
