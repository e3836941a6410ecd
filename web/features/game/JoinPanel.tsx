import { useId } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { bet } from '#messages/bet.ts';
import { colors as colorsWords } from '#messages/colors.ts';
import { game } from '#messages/game.ts';
import { Card } from '../../ui/Card.tsx';
import colors from '../../ui/gameColors.module.css';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { colorsOf, shapes, type GameColor } from '../../ui/shapes.ts';
import { StakePresets } from '../bets/StakePresets.tsx';
import { formatMultiplier, ratesOf, type PayoutRow } from '../bets/payouts.ts';
import type { Choice } from '../bets/selections.ts';
import type { Stake } from '../bets/useStake.ts';
import classes from './JoinPanel.module.css';

const colorChoices: readonly GameColor[] = ['GREEN', 'VIOLET', 'RED'];
const numberChoices = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface JoinPanelProps {
  /** Why the round takes no bets; null while it does. */
  closedReason: string | null;
  payoutTable: readonly PayoutRow[];
  stake: Stake;
  onJoin: (choice: Choice) => void;
}

/** The three colours and ten numbers to bet on; disabled, with the reason, when the round takes no bets. */
export function JoinPanel({ closedReason, payoutTable, stake, onJoin }: JoinPanelProps) {
  const reasonId = useId();
  const closed = closedReason !== null;
  const why = closed ? reasonId : undefined;
  return (
    <Card>
      <div className={classes.join}>
        {colorChoices.map((color) => (
          <button
            type="button"
            key={color}
            className={`${classes.color} ${colors[color]}`}
            disabled={closed}
            aria-label={game.join(colorsWords[color])}
            // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it on every role
            aria-description={closed ? undefined : spokenReturns(payoutTable, { color })}
            aria-describedby={why}
            onClick={() => onJoin({ color })}
          >
            <span>
              {shapes[color]} {colorsWords[color]}
            </span>
            <small>{game.pays(formatMultiplier(ratesOf(payoutTable, { color }).usual))}</small>
          </button>
        ))}
      </div>
      <div className={classes.numbers}>
        {numberChoices.map((number) => (
          <button
            type="button"
            key={number}
            className={classes.number}
            disabled={closed}
            aria-label={game.joinNumber(number)}
            // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it on every role
            aria-description={closed ? undefined : spokenNumber(payoutTable, number)}
            aria-describedby={why}
            onClick={() => onJoin({ number })}
          >
            <NumberDisc number={number} size="fill" />
          </button>
        ))}
      </div>
      <div className={classes.below}>
        <div className={classes.stake} inert={closed}>
          <p className={classes.stakeLabel}>{bet.stake(formatMoneyShort(stake.totalPaise))}</p>
          <StakePresets stake={stake} label={bet.presets} named />
        </div>
        {closed && (
          <p id={reasonId} className={classes.reason}>
            {closedReason}
          </p>
        )}
      </div>
    </Card>
  );
}

/** "Returns 2×, 1.6× on 0". */
function spokenReturns(payoutTable: readonly PayoutRow[], choice: Choice): string {
  const { usual, exceptions } = ratesOf(payoutTable, choice);
  const others = exceptions.map(({ number, basisPoints }) => game.paysOn(formatMultiplier(basisPoints), number));
  return [game.returns(formatMultiplier(usual)), ...others].join(', ');
}

/** "Violet Green, returns 9.6×". */
function spokenNumber(payoutTable: readonly PayoutRow[], number: number): string {
  const colors = colorsOf(number).map((color) => colorsWords[color]);
  return `${colors.join(' ')}, ${spokenReturns(payoutTable, { number })}`;
}
