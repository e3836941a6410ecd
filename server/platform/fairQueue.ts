import { FairLanes, type LaneBounds } from './fairLanes.ts';

/** Whose turn a task waits for. */
export interface Requester {
  /** Null: unknown. */
  readonly address: string | null;
  /** The account on whose known device the request was made; undefined elsewhere. */
  readonly knownAccount?: string | undefined;
}

export interface FairQueueOptions {
  /** How many tasks run at a time. */
  readonly concurrency: number;
  readonly bounds: LaneBounds;
  /** Of the tasks from known devices, which wait apart. One more waits among the others. */
  readonly knownBounds: LaneBounds;
  /** Creates the error with which a task is rejected that has no place, without running. */
  readonly refusal: () => Error;
}

interface Waiter {
  readonly address: string | null;
  start(): void;
  refuse(error: Error): void;
}

/**
 * Runs at most `concurrency` tasks at a time. Those that wait are served in turn by where they came from (FairLanes), and
 * above a bound those of the site with the most are refused. A task from a known device comes before the others, one for
 * each account at a time; after each such turn, one of the others is next, so that devices, of which one may make many, don't
 * keep the others waiting.
 */
export class FairQueue {
  readonly #concurrency: number;
  readonly #refusal: () => Error;
  readonly #known: FairLanes<Waiter>;
  readonly #others: FairLanes<Waiter>;
  /** Accounts that have a task before the others, or running. */
  readonly #preferred = new Set<string>();
  #running = 0;
  #knownIsNext = true;

  constructor({ concurrency, bounds, knownBounds, refusal }: FairQueueOptions) {
    this.#concurrency = concurrency;
    this.#refusal = refusal;
    this.#known = new FairLanes(knownBounds);
    this.#others = new FairLanes(bounds);
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#known.size + this.#others.size;
  }

  /** Runs a task in its turn. Rejects with the refusal, without running it, where it has no place. */
  async run<T>({ address, knownAccount }: Requester, task: () => Promise<T>): Promise<T> {
    const isPreferred = knownAccount !== undefined && !this.#preferred.has(knownAccount);
    if (isPreferred) this.#preferred.add(knownAccount);
    try {
      if (this.#running < this.#concurrency) this.#running += 1;
      else await this.#turn(address, isPreferred);
      try {
        return await task();
      } finally {
        this.#startNext();
      }
    } finally {
      if (isPreferred) this.#preferred.delete(knownAccount);
    }
  }

  #turn(address: string | null, isPreferred: boolean): Promise<void> {
    return new Promise((start, refuse) => {
      const waiter: Waiter = { address, start, refuse };
      const notPreferred = isPreferred ? this.#known.add(address, waiter) : waiter;
      const refused = notPreferred && this.#others.add(notPreferred.address, notPreferred);
      refused?.refuse(this.#refusal());
    });
  }

  /** Passes the place of a task that has ended to the next, or frees it. */
  #startNext(): void {
    const known = this.#knownIsNext || this.#others.size === 0 ? this.#known.take() : undefined;
    this.#knownIsNext = known === undefined;
    const next = known ?? this.#others.take();
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}
