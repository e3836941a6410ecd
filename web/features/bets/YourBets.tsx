import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import type { GameColor } from '../../ui/shapes.ts';
import { Card } from '../../ui/Card.tsx';
import { CancelBets } from './CancelBets.tsx';
import { selectionMark } from './selections.ts';
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

/** The player's own bets in the running round, added up by what they are on. */
export function YourBets({ gameId, cancellable }: { gameId: string; cancellable: boolean }) {
  const { data } = useQuery(YourBets_Query, { variables: { gameId } });
  const bets = data?.viewer?.betsIn ?? [];
  return (
    <Card title={words.game.yourBets}>
      {bets.length === 0 && <p className={classes.none}>{words.game.noBets}</p>}
      <ul className={classes.chips}>
        {addUp(bets).map(({ mark, cancelled, paise }) => (
          <li key={`${mark} ${cancelled}`} className={`${classes.chip} ${cancelled ? classes.cancelled : ''}`}>
            {words.game.betOn(mark, formatMoneyShort(paise))}
            {cancelled && ` ${words.game.cancelled}`}
          </li>
        ))}
      </ul>
      {cancellable && bets.some(({ cancelled }) => !cancelled) && <CancelBets gameId={gameId} />}
    </Card>
  );
}

interface BetFields {
  readonly selection: { readonly color: GameColor | null; readonly number: number | null };
  readonly amount: string;
  readonly cancelled: boolean;
}

function addUp(bets: readonly BetFields[]) {
  const sums = new Map<string, { mark: string; cancelled: boolean; paise: bigint }>();
  for (const { selection, amount, cancelled } of bets) {
    const mark = selectionMark(selection);
    const key = `${mark} ${cancelled}`;
    const paise = (sums.get(key)?.paise ?? 0n) + paiseOf(amount);
    sums.set(key, { mark, cancelled, paise });
  }
  return [...sums.values()];
}
