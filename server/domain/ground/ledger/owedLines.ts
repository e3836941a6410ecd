import type { Paise } from '../../../../db/columns.ts';
import { NO_PAISE, paise } from '../values/money.ts';
import type { MovementKind } from './movements.ts';

/**
 * What has changed how much players, or one player, are owed, in paise: deposits − withdrawals + returnedPayouts + playCredit −
 * playMoneyTaken + corrections + won − staked. Each is above zero but corrections, which may be below.
 */
export interface OwedLines {
  deposits: Paise;
  /** Payouts, also those that came back since. */
  withdrawals: Paise;
  /** Payouts that the bank sent back. */
  returnedPayouts: Paise;
  playCredit: Paise;
  /** Of accounts that were closed, and where play money ended. */
  playMoneyTaken: Paise;
  /** What they added less what they took. */
  corrections: Paise;
  /** Returns of rounds, stakes included. */
  won: Paise;
  staked: Paise;
}

/** In which line a movement stands, and whether the line is added or taken away. */
const lineOf: Readonly<Record<MovementKind, readonly [line: keyof OwedLines, sign: 1n | -1n]>> = {
  deposit: ['deposits', 1n],
  withdrawal: ['withdrawals', -1n],
  payoutReturned: ['returnedPayouts', 1n],
  playCredit: ['playCredit', 1n],
  playForfeit: ['playMoneyTaken', -1n],
  playReset: ['playMoneyTaken', -1n],
  correction: ['corrections', 1n],
};

const kinds = Object.keys(lineOf) as MovementKind[];

/** The lines of a statement, from what each kind of movement has added, in paise, and from the rounds. */
export function owedLines(amountOf: (kind: MovementKind) => bigint, rounds: { won: Paise; staked: Paise }): OwedLines {
  const lines: OwedLines = {
    deposits: NO_PAISE,
    withdrawals: NO_PAISE,
    returnedPayouts: NO_PAISE,
    playCredit: NO_PAISE,
    playMoneyTaken: NO_PAISE,
    corrections: NO_PAISE,
    ...rounds,
  };
  for (const kind of kinds) {
    const [line, sign] = lineOf[kind];
    lines[line] = paise(lines[line] + sign * amountOf(kind));
  }
  return lines;
}

/** What these lines together add to what is owed, in paise. */
export function changeOf(lines: OwedLines): bigint {
  const { deposits, withdrawals, returnedPayouts, playCredit, playMoneyTaken, corrections, won, staked } = lines;
  return deposits - withdrawals + returnedPayouts + playCredit - playMoneyTaken + corrections + won - staked;
}
