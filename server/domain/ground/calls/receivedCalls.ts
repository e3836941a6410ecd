/** A call that the server has received, from its head on. */
export interface ReceivedCall {
  /** When its head, or on a socket its frame, arrived, in milliseconds since the epoch: the instant of all that it does. */
  readonly at: number;
  /** It places no bet any more. Any number of times. */
  end(): void;
}

interface Drain {
  before: number;
  /** Number of open calls that were received before it. */
  left: number;
  resolve: () => void;
}

/**
 * Calls that may still place a bet, and bets that have no answer yet, by the instant at which they were received. A round is
 * closed once none of them was received before its evaluationTime (roundHolds.ts).
 */
export class ReceivedCalls {
  /** How many are open, by instant. */
  readonly #open = new Map<number, number>();
  readonly #drains = new Set<Drain>();

  /** Opens a call that was received at this instant, until its end. */
  begin(at: number): ReceivedCall {
    this.#open.set(at, (this.#open.get(at) ?? 0) + 1);
    for (const drain of this.#drains) if (at < drain.before) drain.left += 1;
    let ended = false;
    return {
      at,
      end: () => {
        if (ended) return;
        ended = true;
        this.#end(at);
      },
    };
  }

  /** Resolves once no call is open that was received before this instant. */
  async drained(before: number): Promise<void> {
    let left = 0;
    for (const [at, count] of this.#open) if (at < before) left += count;
    if (left === 0) return;
    await new Promise<void>((resolve) => this.#drains.add({ before, left, resolve }));
  }

  #end(at: number): void {
    const count = this.#open.get(at) ?? 0;
    if (count > 1) this.#open.set(at, count - 1);
    else this.#open.delete(at);
    for (const drain of this.#drains) {
      if (at >= drain.before) continue;
      drain.left -= 1;
      if (drain.left > 0) continue;
      this.#drains.delete(drain);
      drain.resolve();
    }
  }
}

/** A call that can place no bet. */
export function receivedAt(at: number): ReceivedCall {
  return { at, end() {} };
}
