import type { signalKind } from '../../../db/schema/signals.ts';

export type SignalKind = (typeof signalKind.enumValues)[number];

/** What a signal rests on. Each kind has the fields that apply to it. Money in paise, as decimal text. */
export interface Evidence {
  /** Payout accounts that are shared, or that an excluded player used: the last characters. */
  account?: string;
  /** Withdrawals to it, of an excluded player's those of others since, and what of them was paid. */
  withdrawals?: number;
  paid?: string;
  /** Shared devices and addresses, new devices: what the browser called itself. */
  userAgent?: string;
  /** Shared devices and addresses: sign-ins of these players, and all players who signed in at the address. */
  signIns?: number;
  playersAtAddress?: number;
  /** Repeated references: the reference, and how often it was submitted. */
  reference?: string;
  submissions?: number;
  /** Opposite bets: rounds in which they cancelled out, of how many that two of them bet in; some of these rounds. */
  rounds?: number;
  commonRounds?: number;
  gameIds?: string[];
  /** Opposite bets, unplayed money: what was staked. */
  staked?: string;
  /** Unplayed money: deposits, their sum, and what was withdrawn. */
  deposits?: number;
  deposited?: string;
  withdrawn?: string;
  /** New devices, devices of excluded players: when the device, or another player on it, signed in first. New devices: the withdrawal, and whether its account is new too. */
  signedInAt?: string;
  amount?: string;
  newAccount?: boolean;
  /** All registered within so many hours. */
  registeredWithinHours?: number;
  /** Other signals of these players that raised the score. */
  supportedBy?: SignalKind[];
}

/** What the detection found, before it is scored. */
export interface Finding {
  kind: SignalKind;
  /** What makes it the same in the next run. */
  cause: string;
  /** Ascending. */
  players: readonly bigint[];
  evidence: Evidence;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** A finding of several players that have something in common. */
export interface SharedDevice extends Finding {
  /** How many of these players would be expected by chance: those at the address who use such a device. */
  expected: number;
}

export interface ScoredFinding extends Finding {
  score: number;
}
