const SLICE_MS = 1;

/**
 * Runs work that may arrive by the hundred, a few at a time, and yields to the event loop after each millisecond of it.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #sliceEndsAt = 0;
  #paused = false;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    await this.#begin();
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #begin(): Promise<void> | undefined {
    if (this.#running === 0 && this.#waiting.length === 0 && !this.#paused) {
      this.#sliceEndsAt = performance.now() + SLICE_MS;
      this.#running = 1;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#next();
    });
  }

  #next(): void {
    while (!this.#paused && this.#running < this.#atOnce) {
      if (this.#waiting.length === 0) return;
      if (performance.now() >= this.#sliceEndsAt) {
        this.#pause();
        return;
      }
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  }

  #pause(): void {
    this.#paused = true;
    setImmediate(() => {
      this.#paused = false;
      this.#sliceEndsAt = performance.now() + SLICE_MS;
      this.#next();
    });
  }
}
