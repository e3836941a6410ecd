import type { WaitingBet } from './waitingBet.ts';

/** A late bet that has waited longer no longer comes after all others, in milliseconds. */
const MAX_LATE_WAIT_MS = 1_500;
/** Part of a batch that is then kept for late bets. */
const LATE_SHARE = 1 / 4;

/**
 * Bets that wait for a connection, in order of arrival; late ones, received after the closing of their round, come after the
 * others: they are refused, or answered by their key. take() holds the players of the bets it returns until
 * release(): meanwhile their other bets stay queued. So a player's bets are never in two batches at once, and none
 * overtakes another of the same player that may be placed.
 */
export class BetQueue {
  #waiting: WaitingBet[] = [];
  #late: WaitingBet[] = [];
  readonly #held = new Set<bigint>();

  /** Number of queued bets, those of held players included. */
  get length(): number {
    return this.#waiting.length + this.#late.length;
  }

  add(waiting: WaitingBet): void {
    (isLate(waiting) ? this.#late : this.#waiting).push(waiting);
  }

  /** Takes the first bets, at most `limit`, whose players aren't held, and holds their players. */
  take(limit: number): WaitingBet[] {
    const batch: WaitingBet[] = [];
    const share = this.#hasWaitedLong() ? Math.ceil(limit * LATE_SHARE) : 0;
    this.#waiting = this.#move(this.#waiting, batch, limit - share);
    this.#late = this.#move(this.#late, batch, limit);
    for (const { bet } of batch) this.#held.add(bet.playerId);
    return batch;
  }

  #hasWaitedLong(): boolean {
    const [oldest] = this.#late;
    return oldest !== undefined && oldest.since < performance.now() - MAX_LATE_WAIT_MS;
  }

  /** Moves bets into the batch until it is full; returns those that stay. */
  #move(queued: readonly WaitingBet[], batch: WaitingBet[], limit: number): WaitingBet[] {
    const left: WaitingBet[] = [];
    let full = batch[0]?.retryAlone ?? false;
    for (const waiting of queued) {
      full ||= batch.length >= limit || batch[0]?.retryAlone === true || (waiting.retryAlone && batch.length > 0);
      if (full || this.#held.has(waiting.bet.playerId)) left.push(waiting);
      else batch.push(waiting);
    }
    return left;
  }

  /** Removes the bets that arrived before `instant` (of performance.now()). */
  takeExpired(instant: number): WaitingBet[] {
    const older = [...this.#waiting, ...this.#late].filter(({ since }) => since < instant);
    if (older.length > 0) {
      this.#waiting = this.#waiting.filter(({ since }) => since >= instant);
      this.#late = this.#late.filter(({ since }) => since >= instant);
    }
    return older;
  }

  /** Releases the players, after requeueing `retries`, some of their bets, at the front. */
  release(players: Iterable<bigint>, retries: readonly WaitingBet[]): void {
    this.requeue(retries);
    for (const player of players) this.#held.delete(player);
  }

  /** Puts bets back at the front; their players stay held. */
  requeue(retries: readonly WaitingBet[]): void {
    if (retries.length === 0) return;
    this.#waiting.unshift(...retries.filter((waiting) => !isLate(waiting)));
    this.#late.unshift(...retries.filter(isLate));
  }
}

function isLate({ bet: { receivedAt, closesAt } }: WaitingBet): boolean {
  return closesAt !== undefined && receivedAt >= closesAt;
}
