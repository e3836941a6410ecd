import type { Paise } from '../../db/columns.ts';
import type { GameType } from './events.ts';

/** A bet that has passed every check which needs no lock. */
export interface BetToPlace {
  playerId: bigint;
  /** Internal id; 0 when no contest bears the name that the client sent. */
  contestId: bigint;
  /** The contest's game; null when there is no such contest. */
  gameType: GameType | null;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  /** The client's key, hashed to a uuid; a random one when the client sent none, so that any bet can be asked for twice. */
  key: string;
  /** When this server received it: what decides whether it was in time. */
  receivedAt: Date;
}

/** What became of it. Everything but `placed` leaves all as it was. */
export type BetPlacement =
  | { outcome: 'placed'; betId: bigint; balanceAfter: Paise }
  /** Its key placed the same bet before: that one, and the balance right after it. */
  | { outcome: 'replayed'; betId: bigint; balanceAfter: Paise }
  | { outcome: 'insufficient'; available: Paise }
  | { outcome: 'closed' | 'unknownContest' | 'unknownPlayer' | 'keyReused' };

/** The port through which bets reach the database. */
export interface BetPlacer {
  /**
   * Resolves when the bet is committed or refused. Rejects with UnavailableError when the database gave no answer in
   * time (whether the bet was placed is then unknown until its key is asked for again) or too many bets wait; with
   * anything else on a bug.
   */
  place(bet: BetToPlace): Promise<BetPlacement>;
  /** How many bets of this server wait for their answer right now. */
  readonly inFlight: number;
  /** Whether the database answers this server's bets, as far as is known. */
  readonly isResponding: boolean;
}
