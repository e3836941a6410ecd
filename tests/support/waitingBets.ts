import type { Paise } from '../../db/columns.ts';
import type { BetToPlace } from '../../server/domain/ground/rounds/betPlacer.ts';
import type { WaitingBet } from '../../server/domain/bets/waitingBet.ts';

/** ₹10 of player 1 on 3. */
export const someBet: BetToPlace = {
  playerId: 1n,
  contestId: 5n,
  gameType: 'sapreOne',
  selection: 3,
  amount: 1_000n as Paise,
  key: 'a',
  receivedAt: new Date(0),
};

/** The same, optionally with changes, waiting for its result. */
export function waitingBet(
  change: Partial<BetToPlace> = {},
  { resolve = () => {}, reject = () => {}, retryAlone = false, since = performance.now() }: Partial<WaitingBet> = {},
): WaitingBet {
  return { bet: { ...someBet, ...change }, busyRetries: 0, since, retryAlone, resolve, reject };
}
