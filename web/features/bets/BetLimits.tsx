import { formatMoneyShort } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import classes from './BetSheet.module.css';

export interface RoundLimits {
  readonly minBet: string | null;
  readonly maxBet: string | null;
  readonly maxStake: string | null;
}

/** The round's limits of a bet, beside its amount; nothing where there are none. */
export function BetLimits({ limits }: { limits: RoundLimits | null }) {
  if (!limits) return null;
  const { minBet, maxBet, maxStake } = limits;
  const texts = [
    minBet && bet.atLeast(formatMoneyShort(minBet)),
    maxBet && bet.atMost(formatMoneyShort(maxBet)),
    maxStake && bet.atMostInRound(formatMoneyShort(maxStake)),
  ].filter(Boolean);
  return texts.length > 0 && <p className={classes.limits}>{texts.join(' · ')}</p>;
}
