import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { game } from '#messages/game.ts';
import type { Outcome } from './expectedOutcome.ts';

type Sums = Pick<Outcome, 'stake' | 'back'>;

/** What the round changed, in paise. */
export function netOfOutcome({ stake, back }: Sums): bigint {
  return paiseOf(back) - paiseOf(stake);
}

/** The player's net result of a round as text: a win only when more was returned than staked. */
export function outcomeText({ stake, back }: Sums): string {
  const net = netOfOutcome({ stake, back });
  if (net > 0n) return game.outcome.won(formatMoneyShort(net));
  if (paiseOf(back) > 0n) return game.outcome.back(formatMoneyShort(back), formatMoneyShort(stake));
  return game.outcome.lost(formatMoneyShort(stake));
}
