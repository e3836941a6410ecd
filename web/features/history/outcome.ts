import { paiseOf } from '../../lib/money.ts';

/** won: more came back than went in. back: something came back. lost: nothing did. */
export type RoundOutcome = 'won' | 'back' | 'lost';

export function outcomeOf({ betAmount, winAmount }: { betAmount: string; winAmount: string }): RoundOutcome {
  const win = paiseOf(winAmount);
  if (win === 0n) return 'lost';
  return win > paiseOf(betAmount) ? 'won' : 'back';
}
