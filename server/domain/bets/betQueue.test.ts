import { describe, expect, test } from 'vitest';
import { waitingBet } from '../../../tests/support/waitingBets.ts';
import { BetQueue } from './betQueue.ts';
import type { WaitingBet } from './waitingBet.ts';

/** A bet of a player, identified among the player's bets by its selection. */
const waiting = (playerId: bigint, selection = 0, retryAlone = false) =>
  waitingBet({ playerId, selection }, { retryAlone });

function queueOf(...bets: WaitingBet[]): BetQueue {
  const queue = new BetQueue();
  for (const bet of bets) queue.add(bet);
  return queue;
}

describe('bets that wait', () => {
  test('are taken in order of arrival, up to the limit', () => {
    const bets = [1n, 2n, 3n].map((player) => waiting(player));
    const queue = queueOf(...bets);
    expect(queue.take(2)).toEqual(bets.slice(0, 2));
    expect(queue.length).toBe(1);
    expect(queue.take(2)).toEqual(bets.slice(2));
    expect(queue.take(2)).toEqual([]);
  });

  test('may be several of one player in one batch', () => {
    const bets = [waiting(1n, 1), waiting(2n), waiting(1n, 2)];
    expect(queueOf(...bets).take(3)).toEqual(bets);
  });

  test('keep their place while their player is held, and others pass them', () => {
    const [first, second, third, other] = [waiting(1n, 1), waiting(1n, 2), waiting(1n, 3), waiting(2n)] as const;
    const queue = queueOf(first, second);
    queue.take(1);
    queue.add(other);
    queue.add(third);
    expect(queue.take(9)).toEqual([other]);
    queue.release([1n], []);
    expect(queue.take(9)).toEqual([second, third]);
  });

  test('come before all others when they are put back', () => {
    const [first, second, other] = [waiting(1n, 1), waiting(1n, 2), waiting(2n)] as const;
    const queue = queueOf(first, other, second);
    queue.take(1);
    queue.release([1n], [first]);
    expect(queue.take(9)).toEqual([first, other, second]);
  });

  test('stay with a held player though they are put back', () => {
    const [first, other] = [waiting(1n), waiting(2n)] as const;
    const queue = queueOf(first, other);
    queue.take(1);
    queue.requeue([first]);
    expect(queue.take(9)).toEqual([other]);
    queue.release([1n], []);
    expect(queue.take(9)).toEqual([first]);
  });

  test('are alone in their batch when retried alone, and none overtakes another', () => {
    const bets = [waiting(1n, 1), waiting(2n, 1, true), waiting(2n, 2), waiting(3n)] as const;
    const queue = queueOf(...bets);
    expect(queue.take(9)).toEqual([bets[0]]);
    expect(queue.take(9)).toEqual([bets[1]]);
    expect(queue.take(9)).toEqual([bets[3]]);
    queue.release([2n], []);
    expect(queue.take(9)).toEqual([bets[2]]);
  });
});

describe('late bets, received after the closing of their round', () => {
  const late = (playerId: bigint, since?: number) =>
    waitingBet({ playerId, receivedAt: new Date(5), closesAt: new Date(5) }, { ...(since !== undefined && { since }) });
  const inTime = (playerId: bigint) => waitingBet({ playerId, receivedAt: new Date(4), closesAt: new Date(5) });

  test('come after those in time, whenever these arrive', () => {
    const [first, second] = [late(1n), inTime(2n)];
    const queue = queueOf(first, second);
    expect(queue.take(1)).toEqual([second]);
    expect(queue.take(1)).toEqual([first]);
  });

  test('have a part of each batch once they have waited for long', () => {
    const [old, ...others] = [
      late(1n, performance.now() - 2_000),
      inTime(2n),
      inTime(3n),
      inTime(4n),
      inTime(5n),
    ] as const;
    expect(queueOf(old, ...others).take(4)).toEqual([...others.slice(0, 3), old]);
  });
});
