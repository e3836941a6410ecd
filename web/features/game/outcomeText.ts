import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { game } from '#messages/game.ts';
import type { Outcome } from './expectedOutcome.ts';

/** What the round changed, in paise. */
export function netOfOutcome({ stake, back }: Outcome): bigint {
  return paiseOf(back) - paiseOf(stake);
}

/** The player's net result of a round as text: a win only when more was returned than staked. */
export function outcomeText(outcome: Outcome): string {
  const net = netOfOutcome(outcome);
  const [stake, back] = [formatMoneyShort(outcome.stake), formatMoneyShort(outcome.back)];
  if (net > 0n) return game.outcome.won(formatMoneyShort(net));
  return paiseOf(outcome.back) > 0n ? game.outcome.back(back, stake) : game.outcome.lost(stake);
}
