import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { addUp, type OwnBet } from './addUp.ts';
import { CancelBets } from './CancelBets.tsx';
import classes from './YourBets.module.css';

const YourBets_Query = graphql(`
  query YourBets_Query($gameId: String!) {
    viewer {
      betsIn(gameId: $gameId) {
        id
        selection {
          color
          number
        }
        amount
        cancelled
      }
    }
  }
`);

/** The player's own bets in the running round, summed by selection. */
export function YourBets({ gameId, cancellable }: { gameId: string; cancellable: boolean }) {
  const answer = useQuery(YourBets_Query, { variables: { gameId } });
  return (
    <Card title={words.game.yourBets}>
      <QueryBoundary of={answer} loading={<div className={classes.soon} />}>
        {({ viewer }) => <Bets bets={viewer?.betsIn ?? []} gameId={gameId} cancellable={cancellable} />}
      </QueryBoundary>
    </Card>
  );
}

function Bets({ bets, gameId, cancellable }: { bets: readonly OwnBet[]; gameId: string; cancellable: boolean }) {
  if (bets.length === 0) return <p className={classes.none}>{words.game.noBets}</p>;
  const livePaise = bets.reduce((sum, { amount, cancelled }) => (cancelled ? sum : sum + paiseOf(amount)), 0n);
  return (
    <>
      <ul className={classes.chips}>
        {addUp(bets).map(({ mark, cancelled, paise }) => (
          <li key={`${mark} ${cancelled}`} className={`${classes.chip} ${cancelled ? classes.cancelled : ''}`}>
            {words.game.betOn(mark, formatMoneyShort(paise))}
            {cancelled && ` ${words.game.cancelled}`}
          </li>
        ))}
      </ul>
      {cancellable && livePaise > 0n && <CancelBets gameId={gameId} livePaise={livePaise} />}
    </>
  );
}
