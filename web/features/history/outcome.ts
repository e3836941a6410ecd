import { paiseOf } from '../../lib/money.ts';

/** won: more was returned than staked. back: something was returned. lost: nothing was. */
export type RoundOutcome = 'won' | 'back' | 'lost';

export function outcomeOf({ betAmount, winAmount }: { betAmount: string; winAmount: string }): RoundOutcome {
  const win = paiseOf(winAmount);
  if (win === 0n) return 'lost';
  return win > paiseOf(betAmount) ? 'won' : 'back';
}
