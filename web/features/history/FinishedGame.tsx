import { IconArrowBackUp, IconMinus, IconPlus } from '@tabler/icons-react';
import type { GameType } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './FinishedGame.module.css';
import { outcomeOf } from './outcome.ts';

export interface FinishedRound {
  readonly betAmount: string;
  readonly winAmount: string;
  readonly settledAt: string;
  readonly contest: { readonly period: string; readonly gameType: GameType };
}

const ownWords = { won: words.activity.won, lost: words.activity.lost };

const icons = { won: IconPlus, back: IconArrowBackUp, lost: IconMinus };

interface FinishedGameProps {
  result: FinishedRound;
  /** This list's texts for a win and a loss: "You Won", "Profit". */
  names?: { readonly won: string; readonly lost: string };
}

/** A finished round and its outcome: a win only when more was returned than staked. */
export function FinishedGame({ result, names = ownWords }: FinishedGameProps) {
  const { betAmount, winAmount, settledAt, contest } = result;
  const outcome = outcomeOf(result);
  const Icon = icons[outcome];
  const back = words.activity.back(formatMoneyShort(winAmount), formatMoneyShort(betAmount));
  return (
    <ListRow
      icon={<Icon size={18} />}
      tone={outcome === 'won' ? 'good' : outcome === 'lost' ? 'bad' : 'calm'}
      title={contest.period}
      hint={
        <>
          {words.game.lengths[contest.gameType]} · <Instant at={settledAt} />
        </>
      }
      aside={
        <>
          <MoneyText
            amount={outcome === 'lost' ? betAmount : winAmount}
            as={outcome === 'won' ? 'credit' : outcome === 'lost' ? 'debit' : undefined}
          />
          <span className={classes[outcome]}>{outcome === 'back' ? back : names[outcome]}</span>
        </>
      }
    />
  );
}
