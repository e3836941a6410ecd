import { useState } from 'react';
import { paiseOf } from '../../lib/money.ts';

interface Shown {
  readonly id: string;
  readonly amount: string;
}

/** As many as a batch has (server/domain/payouts/README.md#batches). */
export const mostPayouts = 200;

export type PayoutSelection = ReturnType<typeof usePayoutSelection>;

/** The payouts of a list that are selected, in its order; those that left the list are selected no more. */
export function usePayoutSelection(shown: readonly Shown[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter(({ id }) => chosen.has(id)).slice(0, mostPayouts);
  return {
    ids: selected.map(({ id }) => id),
    sum: selected.reduce((sum, { amount }) => sum + paiseOf(amount), 0n),
    has: (id: string) => chosen.has(id),
    select: (id: string, isSelected: boolean) => {
      const next = new Set(chosen);
      if (isSelected) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    all: selected.length > 0 && selected.length === Math.min(shown.length, mostPayouts),
    selectAll: (isSelected: boolean) =>
      setChosen(new Set(isSelected ? shown.slice(0, mostPayouts).map(({ id }) => id) : [])),
  };
}
