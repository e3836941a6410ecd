import type { Paise } from '../../db/columns.ts';

/** A bet that has passed every check which needs no lock. */
export interface BetToPlace {
  playerId: bigint;
  contestId: bigint;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  /** The client's key, hashed to a uuid; a random one when the client sent none. */
  key: string;
  receivedAt: Date;
}

export type BetPlacement =
  | { outcome: 'placed' | 'replayed'; betId: bigint; balanceAfter: Paise }
  | { outcome: 'insufficient'; available: Paise }
  | { outcome: 'closed' | 'unknownContest' | 'unknownPlayer' | 'keyReused' };

/** The port through which bets reach the database. */
export interface BetPlacer {
  place(bet: BetToPlace): Promise<BetPlacement>;
}
