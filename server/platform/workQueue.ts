/** Runs at most `concurrency` tasks at a time, in order of arrival, with at most `maxWaiting` queued. */
export class WorkQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `refusal` creates the error with which a task is rejected, without running, when the queue is full. */
  constructor({ concurrency, maxWaiting, refusal }: { concurrency: number; maxWaiting: number; refusal: () => Error }) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
    this.#refusal = refusal;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running += 1;
    else await this.#turn();
    try {
      return await task();
    } finally {
      // Passes the slot to the next task, or frees it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw this.#refusal();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
