import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { addUp, type OwnBet } from './addUp.ts';
import { BetResults } from './BetResults.tsx';
import { CancelBets } from './CancelBets.tsx';
import { useOpenBets } from './openBets.ts';
import { OpenBets } from './OpenBets.tsx';
import classes from './YourBets.module.css';

const YourBets_Query = graphql(`
  query YourBets_Query($gameId: String!) {
    viewer {
      betsIn(gameId: $gameId) {
        ...OwnBet_bet @unmask
      }
    }
  }
`);

interface YourBetsProps {
  gameId: string;
  cancellable: boolean;
  /** The player's last paid round, shown until there is a bet in this one. */
  last: LastRound | null;
  /** Repeats the bets of the last round. */
  repeat: ReactNode;
}

/** The player's own bets in the running round, summed by selection; before the first, how the last round ended. */
export function YourBets({ gameId, cancellable, last, repeat }: YourBetsProps) {
  const answer = useQuery(YourBets_Query, { variables: { gameId } });
  const bets = answer.data?.viewer?.betsIn ?? [];
  const open = useOpenBets(gameId);
  if (last && bets.length === 0 && open.length === 0) {
    return (
      <Card title={words.game.lastRound(last.number)}>
        <BetResults bets={last.bets} />
        {repeat}
      </Card>
    );
  }
  return (
    <Card title={words.game.yourBets}>
      <OpenBets bets={open} />
      <QueryBoundary of={answer} loading={<div className={classes.soon} />}>
        {() => <Bets bets={bets} gameId={gameId} cancellable={cancellable} repeat={repeat} />}
      </QueryBoundary>
    </Card>
  );
}

export interface LastRound {
  readonly number: number;
  readonly bets: readonly OwnBet[];
}

type BetsProps = Pick<YourBetsProps, 'gameId' | 'cancellable' | 'repeat'> & { bets: readonly OwnBet[] };

function Bets({ bets, gameId, cancellable, repeat }: BetsProps) {
  if (bets.length === 0) {
    return (
      <>
        <p className={classes.none}>{words.game.noBets}</p>
        {repeat}
      </>
    );
  }
  const livePaise = bets.reduce((sum, { amount, cancelled }) => (cancelled ? sum : sum + paiseOf(amount)), 0n);
  return (
    <>
      <ul className={classes.chips}>
        {addUp(bets).map(({ mark, cancelled, pending, paise }) => (
          <li
            key={`${mark} ${cancelled} ${pending}`}
            className={`${classes.chip} ${cancelled ? classes.cancelled : ''} ${pending ? classes.pending : ''}`}
          >
            {words.game.betOn(mark, formatMoneyShort(paise))}
            {cancelled && ` ${words.game.cancelled}`}
            {pending && ` ${words.bet.sending}`}
          </li>
        ))}
      </ul>
      {cancellable && livePaise > 0n && <CancelBets gameId={gameId} livePaise={livePaise} />}
    </>
  );
}
