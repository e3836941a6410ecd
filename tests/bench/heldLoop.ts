import { closeSync, openSync, readSync } from 'node:fs';

const TICK_MS = 1;

/**
 * Measures for how long the event loop of this process is held, in CPU time of its thread: what other processes and this one’s
 * other threads take doesn't count, nor what a loop waits for the processor.
 */
export class HeldLoop {
  #timer: NodeJS.Timeout | undefined;
  #longest = 0;
  readonly #used = threadCpu();

  watch(): void {
    this.#longest = 0;
    let at = performance.now();
    let used = this.#used();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      const now = performance.now();
      const usedNow = this.#used();
      this.#longest = Math.max(this.#longest, Math.min(now - at - TICK_MS, usedNow - used));
      at = performance.now();
      used = usedNow;
    }, TICK_MS);
  }

  /** The longest time between two turns since `watch`, in milliseconds. */
  stop(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }
}

/** Returns a function that reads the CPU time of the process's first thread in milliseconds; of all its threads where the system is not Linux. */
function threadCpu(): () => number {
  if (process.platform !== 'linux') {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    };
  }
  // The first of its numbers is the thread's time on a processor, in nanoseconds.
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  process.once('exit', () => closeSync(file));
  const read = Buffer.alloc(64);
  return () => Number.parseInt(read.toString('latin1', 0, readSync(file, read, 0, read.length, 0)), 10) / 1e6;
}
