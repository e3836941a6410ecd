import type { Paise } from '../../../../db/columns.ts';

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
 * The operator's signed promise that a bet stands (web/verify/README.md#receipts-of-bets). Hashes, salt and leaf are base64.
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

/** A receipt, whose forms are made where they are asked for. */
export interface IssuedReceipt {
  fields(): Receipt;
  /** All fields as one line of ASCII without quotes or backslashes (web/verify/README.md#receipts-of-bets). */
  encoded(): string;
}

/** The place of a bet in a batch of receipts. */
export interface GatheredBet {
  /** At the first call for a bet of the batch it takes no more bets and is signed. A promise where a secret has to be read first. */
  receipt(): IssuedReceipt | Promise<IssuedReceipt>;
}

/** The port that issues receipts. */
export interface ReceiptIssuer {
  /** Puts a bet that was just placed in a batch with those of the same tick. Costs next to nothing where no receipt is asked for. */
  gather(bet: NumberedBet): GatheredBet;
  /** Of bets that were read: those asked for in one tick share a signature. Rejects when the database gives no answer. */
  issue(bet: NumberedBet): Promise<IssuedReceipt>;
}
