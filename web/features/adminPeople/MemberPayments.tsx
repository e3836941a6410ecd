import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { List } from '../../ui/ListRow.tsx';
import { DecisionSheet } from '../adminPayments/DecisionSheet.tsx';
import { PaymentLine } from '../adminPayments/PaymentLine.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';

const MemberPayments_Query = graphql(`
  query MemberPayments_Query($memberId: ID!, $after: String) {
    node(id: $memberId) {
      ... on Member {
        id
        transactions(first: 10, after: $after) {
          edges {
            cursor
            node {
              id
              ...PaymentLine_transaction
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

const MemberWallet_Query = graphql(`
  query MemberWallet_Query($memberId: ID!) {
    node(id: $memberId) {
      ... on Member {
        id
        wallet {
          id
          available
          held
        }
      }
    }
  }
`);

/** A player's deposits and withdrawals; pending ones can be decided here too. */
export function MemberPayments({ memberId }: { memberId: string }) {
  const answer = useQuery(MemberPayments_Query, { variables: { memberId }, fetchPolicy: 'cache-and-network' });
  const client = useApolloClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [deciding, setDeciding] = useState(false);
  const { payments } = detail;
  const decide = (transactionId: string) => {
    setChosen(transactionId);
    setDeciding(true);
  };
  /** The decision has changed the wallet that is shown beside the list. */
  const refetchWallet = async () => {
    await client
      .query({ query: MemberWallet_Query, variables: { memberId }, fetchPolicy: 'network-only' })
      .catch(() => undefined);
  };
  return (
    <Card title={payments.title}>
      <QueryBoundary of={answer}>
        {({ node }) => {
          if (node?.__typename !== 'Member') return null;
          const { edges, pageInfo } = node.transactions;
          return (
            <>
              {edges.length === 0 && <p>{payments.none}</p>}
              <List label={payments.title}>
                {edges.map((edge) => (
                  <li key={edge.node.id}>
                    <PaymentLine transaction={edge.node} as="brief" onDecide={() => decide(edge.node.id)} />
                  </li>
                ))}
              </List>
              <ShowMore pageInfo={pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
      <DecisionSheet
        transactionId={chosen}
        opened={deciding}
        onClose={() => setDeciding(false)}
        onDecided={() => void refetchWallet()}
      />
    </Card>
  );
}
