import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { RoundBets_QueryQuery } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { games } from '#messages/admin/games.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { useMay } from '../admin/useMay.ts';
import { SelectionName } from '../bets/SelectionName.tsx';
import { Link } from '../navigation/Link.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './GameSummary.module.css';

const RoundBets_Query = graphql(`
  query RoundBets_Query($gameId: String!, $after: String) {
    contest(gameId: $gameId) {
      id
      operator {
        bets(first: 20, after: $after) {
          edges {
            cursor
            node {
              uid
              amount
              payout
              cancelled
              placedAt
              selection {
                color
                number
              }
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

const { bets: texts } = games;

interface RoundBetsProps {
  gameId: string;
  /** The round's number, as it is shown. */
  period: string;
}

/** A button that shows a decided round's bets by stake, for those who may export bets. */
export function RoundBets({ gameId, period }: RoundBetsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" className={classes.bets} aria-label={texts.open(period)} onClick={() => setOpened(true)}>
        {texts.title}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={texts.of(period)} closeButton>
        {opened && <Bets gameId={gameId} period={period} />}
      </Dialog>
    </>
  );
}

type Operator = NonNullable<NonNullable<RoundBets_QueryQuery['contest']>['operator']>;
type Bet = NonNullable<Operator['bets']>['edges'][number]['node'];

function Bets({ gameId, period }: RoundBetsProps) {
  const answer = useQuery(RoundBets_Query, { variables: { gameId }, fetchPolicy: 'cache-and-network' });
  return (
    <QueryBoundary of={answer}>
      {({ contest }) => {
        const bets = contest?.operator?.bets;
        if (!bets || bets.edges.length === 0) return <EmptyState title={texts.none} hint="" />;
        return (
          <>
            <List label={texts.of(period)}>
              {bets.edges.map(({ cursor, node }) => (
                <li key={cursor}>
                  <BetRow bet={node} />
                </li>
              ))}
            </List>
            <ShowMore pageInfo={bets.pageInfo} fetchMore={answer.fetchMore} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

function BetRow({ bet: { uid, selection, amount, placedAt, ...outcome } }: { bet: Bet }) {
  const mayOpenPlayers = useMay()('MEMBER_READ');
  const player = texts.uid(uid);
  return (
    <ListRow
      title={<SelectionName selection={selection} />}
      hint={
        <>
          {mayOpenPlayers ? <Link to={paths.admin.player(uid)}>{player}</Link> : player} · <Instant at={placedAt} />
        </>
      }
      aside={
        <>
          <MoneyText amount={amount} />
          <span>{outcomeOf(outcome)}</span>
        </>
      }
    />
  );
}

function outcomeOf({ cancelled, payout }: Pick<Bet, 'cancelled' | 'payout'>): string {
  if (cancelled) return texts.cancelled;
  if (payout === null) return texts.unpaid;
  return paiseOf(payout) === 0n ? texts.lost : texts.returned(formatMoney(payout));
}
