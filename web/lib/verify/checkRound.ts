import { drawOrder, isCommittedTo, profitRule, type RuleResult } from '../fairDraw.ts';
import { paiseOf } from '../money.ts';
import { hexOf } from './bytes.ts';
import type { PublicRound } from './publicRound.ts';
import type { Tally } from './tally.ts';
import { openTimelock } from './timelock.ts';

/**
 * What is checked of a round: SHA-256 of the seed is the commitment; the beacon has signed the round of its end; that
 * signature opens the timelocked seed; the root is that of its bets; stakes and payouts by number are those of its bets;
 * the number follows; and what was paid is what its number pays.
 */
export const steps = ['seed', 'beacon', 'timelock', 'root', 'stakes', 'number', 'payouts'] as const;
export type Step = (typeof steps)[number];

/** What is needed of a round, wherever it was read. */
export type CheckableRound = Omit<
  PublicRound,
  'number' | 'chainId' | 'chainIndex' | 'startsAt' | 'evaluationTime' | 'overrideReason' | 'stakesBySelection'
> & {
  /** Undefined where it was not read: a round's page does not show it. */
  readonly stakesBySelection?: PublicRound['stakesBySelection'] | undefined;
};

/** A step that doesn't apply to a round is missing. Null: it can't be checked without the round's bets. */
export type Checks = Partial<Record<Step, boolean | null>>;

export interface RoundResult {
  readonly checks: Checks;
  /** All numbers in the order of the stream; null where seed, root or beacon are missing. */
  readonly order: readonly number[] | null;
  /** Of the profit rule, where it decides or would have decided. */
  readonly rule: RuleResult | null;
}

/**
 * Recomputes a round. `tally` is that of its public bets, null where they are not at hand; `isFromBeacon`: whether it is right
 * about the beacon (fromBeacon). Needs WebCrypto, so a secure context.
 */
export async function checkRound(
  round: CheckableRound,
  tally: Tally | null,
  isFromBeacon: boolean,
): Promise<RoundResult> {
  const order = await orderOf(round);
  const rule = ruleOf(round, order, tally);
  const checks: Checks = {
    seed: await isSeed(round),
    ...(round.drawVersion !== 'colour-pf/1' && (await beaconChecks(round, tally, isFromBeacon))),
    ...(round.payoutsByNumber && { stakes: tally && areStakesOf(round, tally) }),
    ...numberCheck(round, order, rule),
    ...(round.payouts !== null && { payouts: isPaid(round, tally) }),
  };
  return { checks, order, rule };
}

/** A void round may lack its seed, and says then that it was lost; against the log it is seen whether it could be (checkLogged). */
async function isSeed({ seed, seedLost, commitment, state }: CheckableRound): Promise<boolean> {
  if (seed === null) return seedLost === true && state === 'VOID';
  return seedLost !== true && isCommittedTo(seed, commitment);
}

async function orderOf({ drawVersion, seed, gameId, ...round }: CheckableRound): Promise<number[] | null> {
  if (seed === null) return null;
  if (drawVersion === 'colour-pf/1') return drawOrder(seed, gameId);
  const { betsRoot, beaconRound, beaconRandomness: randomness } = round;
  if (drawVersion !== 'colour-pf/2' || betsRoot === null || beaconRound === null || randomness === null) return null;
  return drawOrder(seed, gameId, { betsRoot, beaconRound, randomness });
}

/** Those of `colour-pf/2`. A void or waiting round lacks what has not come; any other must have it. */
async function beaconChecks(round: CheckableRound, tally: Tally | null, isFromBeacon: boolean): Promise<Checks> {
  const { beaconSignature, beaconRandomness, betsRoot, timelock, state } = round;
  const isUndecided = state === 'VOID' || state === 'CLOSED';
  const root = betsRoot !== null && tally !== null && tally.isInOrder && hexOf(tally.root()) === betsRoot;
  return {
    ...((!isUndecided || beaconSignature !== null || beaconRandomness !== null) && {
      beacon: isFromBeacon,
      ...((!isUndecided || timelock !== null) && { timelock: await opens(round) }),
    }),
    ...((!isUndecided || betsRoot !== null) && { root: betsRoot !== null && tally === null ? null : root }),
  };
}

/** Also of a seed that the operator has lost: what was locked is public all the same. */
async function opens({ timelock, beaconSignature: signature, seed, commitment }: CheckableRound): Promise<boolean> {
  if (timelock === null || signature === null) return false;
  try {
    const opened = hexOf(openTimelock(timelock, signature));
    return seed === null ? await isCommittedTo(opened, commitment) : opened === seed;
  } catch {
    return false;
  }
}

/** Also that they are as many as the round had. */
function areStakesOf({ bets, stakesBySelection, payoutsByNumber }: CheckableRound, tally: Tally): boolean {
  const isEqual = (amounts: readonly string[], to: readonly bigint[]) =>
    amounts.every((amount, at) => paiseOf(amount) === to[at]);
  return (
    tally.bets === bets &&
    (stakesBySelection === undefined || isEqual(stakesBySelection ?? ['none'], tally.stakes)) &&
    isEqual(payoutsByNumber ?? [], tally.payouts)
  );
}

function ruleOf(round: CheckableRound, order: readonly number[] | null, tally: Tally | null): RuleResult | null {
  const { profitabilityLevel: level, ruleVersion: version, payoutsByNumber, stakesBySelection, stakes } = round;
  const payouts = tally?.payouts ?? payoutsByNumber?.map(paiseOf);
  const staked =
    tally?.staked ?? stakesBySelection?.map(paiseOf).reduce((sum, stake) => sum + stake, 0n) ?? paiseOf(stakes ?? '0');
  if (order === null || level === null || version === null || payouts === undefined) return null;
  const profits = new Map(payouts.map((paid, number) => [number, staked - paid]));
  return profitRule(profits, order, { version, level });
}

/** An operator's number follows from nothing. */
function numberCheck(
  { decidedBy, winningNumber, state }: CheckableRound,
  order: readonly number[] | null,
  rule: RuleResult | null,
): Checks {
  if (state === 'VOID' || state === 'CLOSED')
    return winningNumber === null && decidedBy === null ? {} : { number: false };
  if (decidedBy === 'OPERATOR') return {};
  const right = decidedBy === 'PROFIT_RULE' ? rule?.winner : order?.[0];
  return { number: right !== undefined && right === winningNumber };
}

/** By the bets where they are at hand, else by the payouts by number. */
function isPaid({ stakes, payouts, payoutsByNumber, winningNumber }: CheckableRound, tally: Tally | null): boolean {
  if (stakes === null || payouts === null || winningNumber === null) return false;
  const due = tally ? tally.payouts[winningNumber] : paiseOf(payoutsByNumber?.[winningNumber] ?? '-1');
  return paiseOf(payouts) === due && (tally === null || paiseOf(stakes) === tally.staked);
}
