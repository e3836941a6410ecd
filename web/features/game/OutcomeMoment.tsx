import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { activity } from '#messages/activity.ts';
import { game } from '#messages/game.ts';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import classes from './OutcomeMoment.module.css';
import type { Outcome } from './expectedOutcome.ts';

/** The player's net result of a round as text: a win only when more was returned than staked. */
export function outcomeText({ stake, back }: Pick<Outcome, 'stake' | 'back'>): string {
  const net = paiseOf(back) - paiseOf(stake);
  if (net > 0n) return game.outcome.won(formatMoneyShort(net));
  if (paiseOf(back) > 0n) return game.outcome.back(formatMoneyShort(back), formatMoneyShort(stake));
  return game.outcome.lost;
}

/** Overlay with the number and the player's own outcome, shown for two seconds. It doesn't block input. */
export function OutcomeMoment({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null;
  const { stake, back, number } = outcome;
  const won = paiseOf(back) > paiseOf(stake);
  return (
    <div className={classes.moment} role="status">
      <span className={classes.disc}>
        <NumberDisc number={number} size={112} />
      </span>
      <p className={`${classes.words} ${won ? classes.won : ''}`}>{outcomeText(outcome)}</p>
      {won && <p>{activity.returned(formatMoneyShort(back), formatMoneyShort(stake))}</p>}
    </div>
  );
}
