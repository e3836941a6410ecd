import { useId } from 'react';
import { formatMoneyShort } from '../../lib/money.ts';
import { chipAmount } from '../bets/chipAmount.ts';
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
  /** What the player has staked on a choice in this round, in paise. */
  staked: (choice: Choice) => bigint;
  /** What has just happened, for a moment: "Bet Placed: ₹10 on Green", "You won ₹66"; else null. */
  news: string | null;
  /** The number that has just won, for a moment; else null. */
  winner: number | null;
  onJoin: (choice: Choice) => void;
}

/**
 * The three colours and ten numbers to bet on, each with a chip of what is staked on it; without effect, with the reason, when the
 * round takes no bets. They stay focusable then: a keyboard keeps its place from round to round.
 */
export function JoinPanel({ closedReason, payoutTable, stake, staked, news, winner, onJoin }: JoinPanelProps) {
  const reasonId = useId();
  const closed = closedReason !== null;
  const why = closed ? reasonId : undefined;
  const won = (choice: Choice) =>
    winner !== null && ('color' in choice ? colorsOf(winner).includes(choice.color) : choice.number === winner);
  return (
    <Card>
      <div className={classes.join}>
        {colorChoices.map((color) => (
          <div key={color} className={classes.place}>
            <button
              type="button"
              className={`${classes.color} ${colors[color]} ${won({ color }) ? classes.won : ''}`}
              aria-disabled={closed}
              aria-label={game.join(colorsWords[color])}
              // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it on every role
              aria-description={described(staked({ color }), closed ? null : spokenReturns(payoutTable, { color }))}
              aria-describedby={why}
              onClick={() => !closed && onJoin({ color })}
            >
              <span>
                {shapes[color]} {colorsWords[color]}
              </span>
              <small>{game.pays(formatMultiplier(ratesOf(payoutTable, { color }).usual))}</small>
            </button>
            <StakeChip amount={staked({ color })} />
          </div>
        ))}
      </div>
      <div className={classes.numbers}>
        {numberChoices.map((number) => (
          <div key={number} className={classes.place}>
            <button
              type="button"
              className={`${classes.number} ${won({ number }) ? classes.won : ''}`}
              aria-disabled={closed}
              aria-label={game.joinNumber(number)}
              // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it on every role
              aria-description={described(staked({ number }), closed ? null : spokenNumber(payoutTable, number))}
              aria-describedby={why}
              onClick={() => !closed && onJoin({ number })}
            >
              <NumberDisc number={number} size="fill" />
            </button>
            <StakeChip amount={staked({ number })} />
          </div>
        ))}
      </div>
      <p className={classes.line}>
        <span role="status">{news}</span>
        {news === null && <StakeAndRate stake={closed ? null : stake} payoutTable={payoutTable} />}
      </p>
      <div className={classes.below}>
        <div className={classes.stake} inert={closed}>
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

/** What a press stakes, while bets are taken, and what any number returns. */
function StakeAndRate({ stake, payoutTable }: { stake: Stake | null; payoutTable: readonly PayoutRow[] }) {
  return (
    <>
      <span>{stake && bet.stake(formatMoneyShort(stake.totalPaise))}</span>
      <span>{game.anyNumber(formatMultiplier(ratesOf(payoutTable, { number: 1 }).usual))}</span>
    </>
  );
}

/** What is staked on a button; the button's description has the whole amount. */
function StakeChip({ amount }: { amount: bigint }) {
  if (amount === 0n) return null;
  return (
    <span className={classes.chip} translate="no" aria-hidden>
      {chipAmount(amount)}
    </span>
  );
}

/** "Your stake: ₹30. Returns 2×". */
function described(staked: bigint, returns: string | null): string | undefined {
  const parts = [...(staked > 0n ? [bet.stake(formatMoneyShort(staked))] : []), ...(returns === null ? [] : [returns])];
  return parts.length > 0 ? parts.join('. ') : undefined;
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
