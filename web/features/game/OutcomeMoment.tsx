import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import classes from './OutcomeMoment.module.css';
import type { Outcome } from './useOutcome.ts';

/** The player's outcome of a round as text: a win only when more was returned than staked. */
export function outcomeText({ stake, back }: Pick<Outcome, 'stake' | 'back'>): string {
  const [stakePaise, backPaise] = [paiseOf(stake), paiseOf(back)];
  if (backPaise > stakePaise) return words.game.outcome.won(formatMoneyShort(backPaise));
  if (backPaise > 0n) return words.game.outcome.back(formatMoneyShort(backPaise), formatMoneyShort(stakePaise));
  return words.game.outcome.lost;
}

/** Overlay with the number and the player's own outcome, shown for two seconds. It doesn't block input. */
export function OutcomeMoment({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null;
  const won = paiseOf(outcome.back) > paiseOf(outcome.stake);
  return (
    <div className={classes.moment} role="status">
      <span className={classes.disc}>
        <NumberDisc number={outcome.number} size={112} />
      </span>
      <p className={`${classes.words} ${won ? classes.won : ''}`}>{outcomeText(outcome)}</p>
    </div>
  );
}
