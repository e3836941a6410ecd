import type { Paise } from '../../../db/columns.ts';

/** Who decides a contest. */
export type DecidedBy = 'OPERATOR' | 'DRAW' | 'PROFIT_RULE';

/** What determines who decides: the settings a contest opened with, and an override made since. */
export interface DecidingTerms {
  overrideNumber: number | null;
  randomize: boolean;
}

/** First match wins: an operator's override, the fair draw, the profit rule. */
export function deciderOf({ overrideNumber, randomize }: DecidingTerms): DecidedBy {
  if (overrideNumber !== null) return 'OPERATOR';
  return randomize ? 'DRAW' : 'PROFIT_RULE';
}

/**
 * Version 1 ranks all ten outcomes. Version 2 excludes those at which the house pays out more than it took, unless all
 * do: under version 1, at the levels 0 to 8, a player with most of a round's stakes wins for certain by betting level +
 * 1 numbers equally. Contests open under version 2, the table's default.
 */
export type RuleVersion = 1 | 2;

/** Inputs of the profit rule. */
export interface ProfitTerms {
  ruleVersion: RuleVersion;
  /** 0-9: position of the winning outcome in the order of the house's profit. */
  profitabilityLevel: number;
  /** All stakes of the contest, cancelled bets excluded. */
  totalStakes: Paise;
  /** The house's payout if the number were 0 … 9, floored per bet, cancelled bets excluded. */
  outcomePayouts: readonly Paise[];
  /** The ten numbers in the order in which the draw's stream first shows them; the first is the draw's number. */
  appearanceOrder: readonly number[];
}

export interface Ballot extends DecidingTerms, ProfitTerms {}

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
      return profitRuleWinner(ballot);
  }
}

/** A contest's stakes from its stakes by selection. */
export function totalOf(selectionStakes: readonly bigint[]): Paise {
  return selectionStakes.reduce((sum, stake) => sum + stake, 0n) as Paise;
}

/** The winning number under the profit rule. */
export function profitRuleWinner(terms: ProfitTerms): number {
  const ranked = byHouseProfit(candidatesOf(terms), terms.outcomePayouts);
  return defined(ranked[Math.floor((terms.profitabilityLevel * ranked.length) / 10)]);
}

/**
 * The outcomes among which the level chooses, in the draw's order. Under version 2 those at which the house pays out no
 * more than it took; all ten if there is none.
 */
function candidatesOf({ ruleVersion, totalStakes, outcomePayouts, appearanceOrder }: ProfitTerms): readonly number[] {
  if (ruleVersion === 1) return appearanceOrder;
  const withoutLoss = appearanceOrder.filter((number) => defined(outcomePayouts[number]) <= totalStakes);
  return withoutLoss.length === 0 ? appearanceOrder : withoutLoss;
}

/**
 * Outcomes by the house's profit, lowest first. Stakes are the same whichever wins, so the lowest profit is the highest
 * payout. Ties keep the draw's order (sorting is stable).
 */
function byHouseProfit(candidates: readonly number[], outcomePayouts: readonly Paise[]): number[] {
  return candidates.toSorted((a, b) => {
    const [ofA, ofB] = [defined(outcomePayouts[a]), defined(outcomePayouts[b])];
    return ofA === ofB ? 0 : ofA > ofB ? -1 : 1;
  });
}

function defined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new TypeError('an outcome is missing from the ballot');
  return value;
}
