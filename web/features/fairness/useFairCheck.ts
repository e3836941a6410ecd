import { useEffect, useState } from 'react';
import { drawOrder, isCommittedTo, profitRuleNumber } from '../../lib/fairDraw.ts';
import { paiseOf } from '../../lib/money.ts';

export interface PublishedRound {
  readonly gameId: string;
  readonly seed: string;
  readonly commitment: string;
  readonly profitabilityLevel: number | null;
  readonly outcomes: readonly { readonly number: number; readonly profit: string }[] | null;
}

export interface FairCheck {
  /** SHA-256 of the seed is the commitment. */
  readonly linked: boolean;
  /** The numbers in the order of the stream; the first is the draw's. */
  readonly order: readonly number[];
  /** What the profit rule gives at the round's level, when outcomes and level are published. */
  readonly ruleNumber: number | null;
}

/** Works a decided round out again on this device; null while it does. */
export function useFairCheck({
  gameId,
  seed,
  commitment,
  profitabilityLevel,
  outcomes,
}: PublishedRound): FairCheck | null {
  const [check, setCheck] = useState<FairCheck | null>(null);
  useEffect(() => {
    let current = true;
    void Promise.all([isCommittedTo(seed, commitment), drawOrder(seed, gameId)]).then(([linked, order]) => {
      if (current) setCheck({ linked, order, ruleNumber: ruleNumber(outcomes, order, profitabilityLevel) });
    });
    return () => {
      current = false;
    };
  }, [gameId, seed, commitment, profitabilityLevel, outcomes]);
  return check;
}

function ruleNumber(
  outcomes: PublishedRound['outcomes'],
  order: readonly number[],
  level: number | null,
): number | null {
  if (!outcomes || level === null) return null;
  const profits = new Map(outcomes.map(({ number, profit }) => [number, paiseOf(profit)]));
  return profitRuleNumber(profits, order, level) ?? null;
}
