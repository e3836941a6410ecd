import { useQuery } from '@apollo/client/react';
import IconFileDownload from '@tabler/icons-react/dist/esm/icons/IconFileDownload.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import { TransactionRow } from '../../features/payments/TransactionRow.tsx';
import { useLiveTransactions } from '../../features/payments/useLiveTransactions.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { RowLink } from '../../features/shell/RowLink.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { statement } from '#messages/statement.ts';
import { titles } from '#messages/titles.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { wallet } from '#messages/wallet.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { List } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';

const TransactionsPage_Query = graphql(`
  query TransactionsPage_Query($after: String) {
    viewer {
      transactions(first: 20, after: $after) {
        edges {
          cursor
          node {
            id
            ...TransactionRow_transaction
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export default function TransactionsPage() {
  const answer = useQuery(TransactionsPage_Query, { fetchPolicy: 'cache-and-network' });
  // A request made in another tab, or by the API, comes first.
  useLiveTransactions(() => void answer.refetch());
  return (
    <Screen title={titles.transactions} backTo={paths.wallet}>
      <Stack>
        <Card>
          <RowLink to={paths.statement} label={statement.link} Icon={IconFileDownload} />
        </Card>
        <QueryBoundary of={answer}>
          {({ viewer }) => {
            const transactions = viewer?.transactions;
            if (!transactions || transactions.edges.length === 0) return <NoTransactions />;
            return (
              <Stack>
                <Card>
                  <List label={titles.transactions}>
                    {transactions.edges.map(({ node }) => (
                      <li key={node.id}>
                        <TransactionRow transaction={node} />
                      </li>
                    ))}
                  </List>
                </Card>
                <ShowMore pageInfo={transactions.pageInfo} fetchMore={answer.fetchMore} />
              </Stack>
            );
          }}
        </QueryBoundary>
      </Stack>
    </Screen>
  );
}

function NoTransactions() {
  return (
    <Card>
      <EmptyState Icon={IconListDetails} title={transactionsWords.empty} hint={transactionsWords.emptyHint}>
        <LinkButton to={paths.deposit}>{wallet.deposit}</LinkButton>
      </EmptyState>
    </Card>
  );
}
