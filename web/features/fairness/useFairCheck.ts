import { useEffect, useState } from 'react';
import { drawOrder, isCommittedTo, profitRule, type RuleResult } from '../../lib/fairDraw.ts';
import { paiseOf } from '../../lib/money.ts';

export interface PublishedRound {
  readonly gameId: string;
  readonly seed: string;
  readonly commitment: string;
  /** Version of the profit rule; only under that rule. */
  readonly profitabilityLevel: number | null;
  readonly ruleVersion: number | null;
  readonly outcomes: readonly { readonly number: number; readonly profit: string }[] | null;
}

export interface FairCheck {
  /** SHA-256 of the seed is the commitment. */
  readonly linked: boolean;
  /** The numbers in the order of the stream; the first is the draw's. */
  readonly order: readonly number[];
  /** Result of the profit rule, where it decides. */
  readonly rule: RuleResult | null;
}

/** Recomputes a decided round in the browser; null while computing. */
export function useFairCheck(round: PublishedRound): FairCheck | null {
  const { gameId, seed, commitment, outcomes, profitabilityLevel: level, ruleVersion: version } = round;
  const [check, setCheck] = useState<FairCheck | null>(null);
  useEffect(() => {
    let current = true;
    void Promise.all([isCommittedTo(seed, commitment), drawOrder(seed, gameId)]).then(([linked, order]) => {
      const ruled = outcomes !== null && level !== null && version !== null;
      const rule = ruled ? profitRule(profitsOf(outcomes), order, { version, level }) : null;
      if (current) setCheck({ linked, order, rule });
    });
    return () => {
      current = false;
    };
  }, [gameId, seed, commitment, outcomes, level, version]);
  return check;
}

function profitsOf(outcomes: NonNullable<PublishedRound['outcomes']>): ReadonlyMap<number, bigint> {
  return new Map(outcomes.map(({ number, profit }) => [number, paiseOf(profit)]));
}
