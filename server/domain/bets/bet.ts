import type { Paise } from '../../../db/columns.ts';
import type { GatheredBet } from '../ground/rounds/receiptIssuer.ts';

/** A stake on one selection of one contest, for its player and admins. */
export interface Bet {
  id: bigint;
  contestId: bigint;
  playerId: bigint;
  /** In its contest, from 1, final; null under version 1 of the draw. */
  number: number | null;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  /** When the server received it. */
  placedAt: Date;
  /** Refunded: cancelled by the player in an operator-marked contest, or because the contest became void. */
  cancelled: boolean;
  /** The former, which leaves it out of the contest's root. */
  cancelledByPlayer: boolean;
  /** What it returned, stake included; 0 when it lost. Null until the contest is settled, and for a cancelled bet. */
  payout: Paise | null;
  /** Of a bet that was placed by this call: those with which its receipt is signed. */
  gathered?: GatheredBet | undefined;
}
