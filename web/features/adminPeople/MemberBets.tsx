import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { MemberBets_memberFragment } from '../../gql/graphql.ts';
import { formatMoney, paiseOf } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { SelectionName } from '../bets/SelectionName.tsx';
import { titleOf } from '../game/games.ts';
import { ShowMore } from '../shell/ShowMore.tsx';
import classes from './MemberBets.module.css';
import { useMoreOf } from './useMoreOf.ts';

export const MemberBets_member = graphql(`
  fragment MemberBets_member on Member {
    id
    bets(first: 10) {
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
`);

const MemberBets_Query = graphql(`
  query MemberBets_Query($memberId: ID!, $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        bets(first: 10, after: $after) {
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

type Bet = MemberBets_memberFragment['bets']['edges'][number]['node'];

/** A player's bets, newest first. */
export function MemberBets({ member }: { member: FragmentType<MemberBets_memberFragment> }) {
  const { data } = useSuspenseFragment({ fragment: MemberBets_member, from: member });
  const fetchMore = useMoreOf(MemberBets_Query, data.id);
  const { bets } = words.admin.detail;
  return (
    <Card title={bets.title}>
      {data.bets.edges.length === 0 && <p>{bets.none}</p>}
      <List label={bets.title}>
        {data.bets.edges.map(({ node }) => (
          <li key={node.id}>
            <ListRow
              title={<SelectionName selection={node.selection} />}
              hint={
                <>
                  {bets.game(titleOf(node.contest.gameType), node.contest.period)} · <Instant at={node.placedAt} />
                </>
              }
              aside={
                <>
                  <MoneyText amount={node.amount} />
                  <span className={`${classes.outcome} ${isWon(node) ? classes.won : ''}`}>{outcomeOf(node)}</span>
                </>
              }
            />
          </li>
        ))}
      </List>
      <ShowMore pageInfo={data.bets.pageInfo} fetchMore={fetchMore} />
    </Card>
  );
}

/** A win only when more was returned than staked (server/domain/README.md#wallet-history). */
function isWon({ amount, payout }: Bet): boolean {
  return payout !== null && paiseOf(payout) > paiseOf(amount);
}

function outcomeOf({ cancelled, payout }: Bet): string {
  const { bets } = words.admin.detail;
  if (cancelled) return bets.cancelled;
  if (payout === null) return bets.pending;
  return paiseOf(payout) === 0n ? bets.lost : bets.returned(formatMoney(payout));
}
