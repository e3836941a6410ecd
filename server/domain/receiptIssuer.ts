import type { Paise } from '../../db/columns.ts';

/** A bet under version 2 of the draw, as its receipt describes it. */
export interface NumberedBet {
  contestId: bigint;
  playerId: bigint;
  /** In its contest, from 1. */
  number: number;
  /** 0-9 the number, 10 green, 11 violet, 12 red. */
  selection: number;
  amount: Paise;
  /** When the server received it. */
  placedAt: Date;
}

/**
 * The operator's signed promise that a bet stands (server/domain/README.md#the-draw). Hashes, salt and leaf are base64.
 */
export interface Receipt {
  gameId: string;
  number: number;
  uid: string;
  salt: string;
  /** The data of the leaf that the bet contributes to its contest's root. */
  leaf: string;
  /** Of the leaf in the batch, from 0. */
  place: number;
  /** RFC 6962's path from the leaf to the batch's root. */
  path: string[];
  /** Signed note (C2SP) of the batch: size, root, instant and contests. */
  note: string;
}

/** The port that issues receipts. */
export interface ReceiptIssuer {
  /** Receipts of bets that are asked for at the same time share a signature. Rejects when the database gives no answer. */
  issue(bet: NumberedBet): Promise<Receipt>;
}
