import { UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import colors from '../../ui/gameColors.module.css';
import { NumberDisc } from '../../ui/NumberDisc.tsx';
import { shapes, type GameColor } from '../../ui/shapes.ts';
import { formatMultiplier, ratesOf, type PayoutRow } from '../bets/payouts.ts';
import type { Choice } from '../bets/selections.ts';
import classes from './JoinPanel.module.css';

const colorChoices: readonly GameColor[] = ['GREEN', 'VIOLET', 'RED'];
const numberChoices = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

interface JoinPanelProps {
  /** Why the round takes no bets; null while it does. */
  closedReason: string | null;
  payoutTable: readonly PayoutRow[];
  onJoin: (choice: Choice) => void;
}

/** The three colours and ten numbers to bet on; disabled, with the reason, when the round takes no bets. */
export function JoinPanel({ closedReason, payoutTable, onJoin }: JoinPanelProps) {
  const reasonId = useId();
  const closed = closedReason !== null;
  const why = closed ? reasonId : undefined;
  return (
    <Card>
      <div className={classes.join}>
        {colorChoices.map((color) => (
          <UnstyledButton
            key={color}
            className={`${classes.color} ${colors[color]}`}
            disabled={closed}
            aria-label={words.game.join(words.colors[color])}
            aria-describedby={why}
            onClick={() => onJoin({ color })}
          >
            <span>
              {shapes[color]} {words.colors[color]}
            </span>
            <small>{words.game.pays(formatMultiplier(ratesOf(payoutTable, { color }).usual))}</small>
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.numbers}>
        {numberChoices.map((number) => (
          <UnstyledButton
            key={number}
            className={classes.number}
            disabled={closed}
            aria-label={words.game.joinNumber(number)}
            aria-describedby={why}
            onClick={() => onJoin({ number })}
          >
            <NumberDisc number={number} size="fill" />
          </UnstyledButton>
        ))}
      </div>
      {closed && (
        <p id={reasonId} className={classes.reason}>
          {closedReason}
        </p>
      )}
    </Card>
  );
}
