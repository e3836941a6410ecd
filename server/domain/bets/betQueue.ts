import type { WaitingBet } from './waitingBet.ts';

/**
 * Bets that wait for a connection, in order of arrival. take() holds the players of the bets it returns until
 * release(): meanwhile their other bets stay queued. So a player's bets are never in two batches at once, and none
 * overtakes another of the same player.
 */
export class BetQueue {
  #waiting: WaitingBet[] = [];
  readonly #held = new Set<bigint>();

  /** Number of queued bets, those of held players included. */
  get length(): number {
    return this.#waiting.length;
  }

  add(waiting: WaitingBet): void {
    this.#waiting.push(waiting);
  }

  /** Takes the first bets, at most `limit`, whose players aren't held, and holds their players. */
  take(limit: number): WaitingBet[] {
    const batch: WaitingBet[] = [];
    const left: WaitingBet[] = [];
    let full = false;
    for (const waiting of this.#waiting) {
      full ||= batch.length === limit || (waiting.retryAlone && batch.length > 0);
      if (full || this.#held.has(waiting.bet.playerId)) {
        left.push(waiting);
      } else {
        batch.push(waiting);
        full = waiting.retryAlone;
      }
    }
    this.#waiting = left;
    for (const { bet } of batch) this.#held.add(bet.playerId);
    return batch;
  }

  /** Removes the bets that arrived before `instant` (of performance.now()). */
  takeExpired(instant: number): WaitingBet[] {
    const older = this.#waiting.filter(({ since }) => since < instant);
    if (older.length > 0) this.#waiting = this.#waiting.filter(({ since }) => since >= instant);
    return older;
  }

  /** Releases the players, after requeueing `retries`, some of their bets, at the front. */
  release(players: Iterable<bigint>, retries: readonly WaitingBet[]): void {
    this.requeue(retries);
    for (const player of players) this.#held.delete(player);
  }

  /** Puts bets back at the front; their players stay held. */
  requeue(retries: readonly WaitingBet[]): void {
    this.#waiting.unshift(...retries);
  }
}
