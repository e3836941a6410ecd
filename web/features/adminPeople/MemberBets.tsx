import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { MemberBets_QueryQuery } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { SelectionName } from '../bets/SelectionName.tsx';
import { titleOf } from '../game/games.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './MemberBets.module.css';

const MemberBets_Query = graphql(`
  query MemberBets_Query($memberId: ID!, $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        betsArchivedBefore
        bets(first: 20, after: $after) {
          edges {
            cursor
            node {
              id
              amount
              payout
              cancelled
              placedAt
              selection {
                color
                number
              }
              contest {
                id
                period
                gameType
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

type Listed = Extract<NonNullable<MemberBets_QueryQuery['node']>, { __typename: 'Member' }>;
type Bet = Listed['bets']['edges'][number]['node'];

/** A player's bets, newest first. */
export function MemberBets({ memberId }: { memberId: string }) {
  const answer = useQuery(MemberBets_Query, { variables: { memberId }, fetchPolicy: 'cache-and-network' });
  const { bets } = detail;
  return (
    <Card title={bets.title}>
      <QueryBoundary of={answer}>
        {({ node }) => {
          if (node?.__typename !== 'Member') return null;
          return (
            <>
              {node.bets.edges.length === 0 && <p>{bets.none}</p>}
              <List label={bets.title}>
                {node.bets.edges.map((edge) => (
                  <li key={edge.node.id}>
                    <BetRow bet={edge.node} />
                  </li>
                ))}
              </List>
              <ShowMore pageInfo={node.bets.pageInfo} fetchMore={answer.fetchMore} />
              {node.betsArchivedBefore !== null && !node.bets.pageInfo.hasNextPage && (
                <p>
                  {bets.archived} <Instant at={node.betsArchivedBefore} />
                </p>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}

function BetRow({ bet }: { bet: Bet }) {
  const { bets } = detail;
  return (
    <ListRow
      title={<SelectionName selection={bet.selection} />}
      hint={
        <>
          {bets.game(titleOf(bet.contest.gameType), bet.contest.period)} · <Instant at={bet.placedAt} />
        </>
      }
      aside={
        <>
          <MoneyText amount={bet.amount} />
          <span className={`${classes.outcome} ${isWon(bet) ? classes.won : ''}`}>{outcomeOf(bet)}</span>
        </>
      }
    />
  );
}

/** A win only when more was returned than staked (server/domain/wallet/ledger.md#wallet-history). */
function isWon({ amount, payout }: Bet): boolean {
  return payout !== null && paiseOf(payout) > paiseOf(amount);
}

function outcomeOf({ cancelled, payout }: Bet): string {
  const { bets } = detail;
  if (cancelled) return bets.cancelled;
  if (payout === null) return bets.pending;
  return paiseOf(payout) === 0n ? bets.lost : bets.returned(formatMoney(payout));
}
