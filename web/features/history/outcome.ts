import { paiseOf } from '../../lib/money.ts';

interface RoundAmounts {
  readonly betAmount: string;
  readonly winAmount: string;
}

/** What a round changed for the player, in paise: returned less staked. */
export function netOf({ betAmount, winAmount }: RoundAmounts): bigint {
  return paiseOf(winAmount) - paiseOf(betAmount);
}

/** won: more was returned than staked. back: something was returned. lost: nothing was. */
export type RoundOutcome = 'won' | 'back' | 'lost';

export function outcomeOf({ betAmount, winAmount }: RoundAmounts): RoundOutcome {
  const win = paiseOf(winAmount);
  if (win === 0n) return 'lost';
  return win > paiseOf(betAmount) ? 'won' : 'back';
}
