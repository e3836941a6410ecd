import type { Paise } from '../../../db/columns.ts';

/** Who decides a contest (decisions, "Contests"). */
export type DecidedBy = 'OPERATOR' | 'DRAW' | 'PROFIT_RULE';

/** What says who decides: the settings a contest opened with, and an override made since. */
export interface DecidingTerms {
  overrideNumber: number | null;
  randomize: boolean;
}

/** First match wins: an operator's override, the fair draw, the profit rule. */
export function deciderOf({ overrideNumber, randomize }: DecidingTerms): DecidedBy {
  if (overrideNumber !== null) return 'OPERATOR';
  return randomize ? 'DRAW' : 'PROFIT_RULE';
}

export interface Ballot extends DecidingTerms {
  /** 0-9: which outcome the profit rule picks, counted from the house's lowest profit. */
  profitabilityLevel: number;
  /** What the house would pay if the number were 0 … 9, floored per bet, cancelled bets left out. */
  outcomePayouts: readonly Paise[];
  /** The ten numbers in the order in which the draw's stream first shows them; the first is the draw's number. */
  appearanceOrder: readonly number[];
}

/** Who decides the contest, and the winning number. */
export function decideOutcome(ballot: Ballot): { decidedBy: DecidedBy; winningNumber: number } {
  const decidedBy = deciderOf(ballot);
  return { decidedBy, winningNumber: winningNumber(decidedBy, ballot) };
}

function winningNumber(decidedBy: DecidedBy, ballot: Ballot): number {
  switch (decidedBy) {
    case 'OPERATOR':
      return defined(ballot.overrideNumber);
    case 'DRAW':
      return defined(ballot.appearanceOrder[0]);
    case 'PROFIT_RULE':
      return defined(byHouseProfit(ballot)[ballot.profitabilityLevel]);
  }
}

/**
 * The ten outcomes by the house's profit, lowest first. Stakes are the same whatever wins, so the lowest profit is the
 * highest payout. Ties keep the order in which the draw's stream shows them (sorting is stable).
 */
export function byHouseProfit({
  outcomePayouts,
  appearanceOrder,
}: Pick<Ballot, 'outcomePayouts' | 'appearanceOrder'>): number[] {
  return appearanceOrder.toSorted((a, b) => {
    const [ofA, ofB] = [defined(outcomePayouts[a]), defined(outcomePayouts[b])];
    return ofA === ofB ? 0 : ofA > ofB ? -1 : 1;
  });
}

function defined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new TypeError('an outcome is missing from the ballot');
  return value;
}
