import type { FragmentType } from '@apollo/client/masking';
import { useApolloClient, useSuspenseFragment } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { MemberPayments_memberFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { List } from '../../ui/ListRow.tsx';
import { DecisionSheet } from '../adminPayments/DecisionSheet.tsx';
import { PaymentLine } from '../adminPayments/PaymentLine.tsx';
import { ShowMore } from '../shell/ShowMore.tsx';
import { useMoreOf } from './useMoreOf.ts';

export const MemberPayments_member = graphql(`
  fragment MemberPayments_member on Member {
    id
    transactions(first: 10) {
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
`);

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
export function MemberPayments({ member }: { member: FragmentType<MemberPayments_memberFragment> }) {
  const { data } = useSuspenseFragment({
    fragment: MemberPayments_member,
    fragmentName: 'MemberPayments_member',
    from: member,
  });
  const fetchMore = useMoreOf(MemberPayments_Query, data.id);
  const client = useApolloClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const [deciding, setDeciding] = useState(false);
  const { edges, pageInfo } = data.transactions;
  const { payments } = words.admin.detail;
  const decide = (transactionId: string) => {
    setChosen(transactionId);
    setDeciding(true);
  };
  /** The decision has changed the wallet that is shown beside the list. */
  const refetchWallet = async () => {
    const variables = { memberId: data.id };
    await client.query({ query: MemberWallet_Query, variables, fetchPolicy: 'network-only' }).catch(() => undefined);
  };
  return (
    <Card title={payments.title}>
      {edges.length === 0 && <p>{payments.none}</p>}
      <List label={payments.title}>
        {edges.map(({ node }) => (
          <li key={node.id}>
            <PaymentLine transaction={node} as="brief" onDecide={() => decide(node.id)} />
          </li>
        ))}
      </List>
      <ShowMore pageInfo={pageInfo} fetchMore={fetchMore} />
      <DecisionSheet
        transactionId={chosen}
        opened={deciding}
        onClose={() => setDeciding(false)}
        onDecided={() => void refetchWallet()}
      />
    </Card>
  );
}
