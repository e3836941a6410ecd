import type { Paise } from '../../../../db/columns.ts';
import type { BetLimit } from '../refusals/betLimitRefusal.ts';
import type { Span } from '../../../platform/tracing.ts';
import type { GameType } from '../verbs/events.ts';

/** A bet that has passed every check that needs no lock. */
export interface BetToPlace {
  playerId: bigint;
  /** Internal id; 0 when no contest has the name that the client sent. */
  contestId: bigint;
  /** The contest's game; null when there is no such contest. */
  gameType: GameType | null;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  /**
   * The client's key, hashed to a uuid; a random one without a key, so that the statement can be retried for any bet.
   */
  key: string;
  /** When this server received it, which decides whether it was in time. */
  receivedAt: Date;
  /** evaluationTime of its contest; undefined when there is no such contest. */
  closesAt?: Date | undefined;
  /** The span of its call; undefined where it is not traced. */
  span?: Span | undefined;
}

/** Outcome of a bet. Everything except `placed` changes nothing. */
export type BetPlacement =
  /** `betNumber`: in its contest, from 1; null under version 1 of the draw. */
  | { outcome: 'placed'; betId: bigint; betNumber: number | null; balanceAfter: Paise }
  /** Its key placed the same bet before: the id and number of that one, and the balance right after it. */
  | { outcome: 'replayed'; betId: bigint; betNumber: number | null; balanceAfter: Paise }
  | { outcome: 'insufficient'; available: Paise }
  /** By what the player has set (server/domain/safety/README.md#playing-safely). */
  | { outcome: 'stopped'; code: 'STAKE_LIMIT' | 'LOSS_LIMIT' | 'TIME_OUT' | 'SELF_EXCLUDED' | 'REALITY_CHECK' }
  /** Beyond a limit of the contest. `possible`: see betLimitRefusal. */
  | { outcome: 'overLimit'; limit: BetLimit; possible: Paise }
  /** In time, but the contest's row was closed before its turn came: too many bets came at once. */
  | { outcome: 'crowdedOut' }
  | { outcome: 'closed' | 'unknownContest' | 'unknownPlayer' | 'keyReused' };

/**
 * `late`: some answers take longer than seconds, or a connection has failed, while others are answered. `none`: not one came
 * within the deadline of a statement.
 */
export type BetAnswers = 'inTime' | 'late' | 'none';

/** The port through which bets are placed in the database. */
export interface BetPlacer {
  /**
   * Resolves when the bet is committed or refused. Rejects with UnavailableError when the database gave no answer in
   * time (whether the bet was placed is then unknown until it is retried with its key) or too many bets are pending;
   * with anything else on a bug.
   */
  place(bet: BetToPlace): Promise<BetPlacement>;
  /**
   * Resolves when the caller whose bet has its outcome may go on: a statement decides hundreds at once, whose callers share the event
   * loop with requests that arrive. Undefined where that is now.
   */
  turn(): Promise<void> | undefined;
  /** Number of bets of this server without an answer. */
  readonly inFlight: number;
  /** How the database answers this server's bets, as far as is known. */
  readonly answers: BetAnswers;
}
