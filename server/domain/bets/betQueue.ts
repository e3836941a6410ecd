import type { WaitingBet } from './waitingBet.ts';

/**
 * Bets that wait for a connection, in their order of arrival. Whoever takes a player's bets holds the player until letting
 * go, and what else the player has asked for keeps its place meanwhile: so no player's bets are in two hands at once, and
 * none overtakes another of the same player.
 */
export class BetQueue {
  #waiting: WaitingBet[] = [];
  readonly #held = new Set<bigint>();

  /** How many wait, those of held players included. */
  get length(): number {
    return this.#waiting.length;
  }

  add(waiting: WaitingBet): void {
    this.#waiting.push(waiting);
  }

  /** The first bets, at most `limit`, whose players nobody holds; their players are held from now on. */
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

  /** Takes out the bets that arrived before `instant` (of performance.now()). */
  takeExpired(instant: number): WaitingBet[] {
    const older = this.#waiting.filter(({ since }) => since < instant);
    if (older.length > 0) this.#waiting = this.#waiting.filter(({ since }) => since >= instant);
    return older;
  }

  /** Lets go of the players, after `again`, of their bets, has come to stand before all others. */
  release(players: Iterable<bigint>, retries: readonly WaitingBet[]): void {
    this.requeue(retries);
    for (const player of players) this.#held.delete(player);
  }

  /** Puts bets before all others, while their players stay held. */
  requeue(retries: readonly WaitingBet[]): void {
    this.#waiting.unshift(...retries);
  }
}
