import { useEffect, useState } from 'react';
import { drawOrder, isCommittedTo, profitRuleOrder } from '../../lib/fairDraw.ts';
import { paiseOf } from '../../lib/money.ts';

export interface PublishedRound {
  readonly gameId: string;
  readonly seed: string;
  readonly commitment: string;
  readonly outcomes: readonly { readonly number: number; readonly profit: string }[] | null;
}

export interface FairCheck {
  /** SHA-256 of the seed is the commitment. */
  readonly linked: boolean;
  /** The numbers in the order of the stream; the first is the draw's. */
  readonly order: readonly number[];
  /** The outcomes as the profit rule orders them, when they are published. */
  readonly ruleOrder: readonly number[] | null;
}

/** Works a decided round out again on this device; null while it does. */
export function useFairCheck({ gameId, seed, commitment, outcomes }: PublishedRound): FairCheck | null {
  const [check, setCheck] = useState<FairCheck | null>(null);
  useEffect(() => {
    let current = true;
    void Promise.all([isCommittedTo(seed, commitment), drawOrder(seed, gameId)]).then(([linked, order]) => {
      if (current) setCheck({ linked, order, ruleOrder: outcomes && ruleOrder(outcomes, order) });
    });
    return () => {
      current = false;
    };
  }, [gameId, seed, commitment, outcomes]);
  return check;
}

function ruleOrder(outcomes: NonNullable<PublishedRound['outcomes']>, order: readonly number[]): readonly number[] {
  return profitRuleOrder(new Map(outcomes.map(({ number, profit }) => [number, paiseOf(profit)])), order);
}
