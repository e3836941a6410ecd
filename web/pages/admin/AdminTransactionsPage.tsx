import { useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { DecisionSheet } from '../../features/adminPayments/DecisionSheet.tsx';
import { usePaymentFilter, type PaymentFilter } from '../../features/adminPayments/paymentFilter.ts';
import { PaymentFilters } from '../../features/adminPayments/PaymentFilters.tsx';
import { PaymentList } from '../../features/adminPayments/PaymentList.tsx';
import { useNewPayments } from '../../features/adminPayments/useNewPayments.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './AdminTransactionsPage.module.css';

const AdminTransactionsPage_Query = graphql(`
  query AdminTransactionsPage_Query(
    $status: TransactionStatus
    $transactionType: TransactionType
    $search: String
    $oldestFirst: Boolean!
    $after: String
  ) {
    viewer {
      admin {
        transactions(
          first: 20
          after: $after
          status: $status
          transactionType: $transactionType
          search: $search
          oldestFirst: $oldestFirst
        ) {
          edges {
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

const payments = words.admin.payments;

export function AdminTransactionsPage() {
  const [filter, changeFilter] = usePaymentFilter();
  const answer = useQuery(AdminTransactionsPage_Query, {
    variables: { ...filter, search: filter.search || null },
    fetchPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [deciding, setDeciding] = useState(false);
  const shown = answer.data?.viewer?.admin?.transactions;
  const newPayments = useNewPayments(filter, new Set(shown?.edges.map(({ node }) => node.id)));
  /** With this order the newest come last, and there are pages before them. */
  const outOfSight = filter.oldestFirst && shown?.pageInfo.hasNextPage === true;

  const refilter = (changes: Partial<PaymentFilter>) => {
    changeFilter(changes);
    newPayments.seen();
  };
  const showNew = async () => {
    await answer.refetch().catch(() => undefined);
    newPayments.seen();
  };
  const decide = (transactionId: string) => {
    setChosen(transactionId);
    setDeciding(true);
  };

  return (
    <AdminPage title={payments.title} actions={<ExportButton name="transactions" what={payments.exported} />}>
      <PaymentFilters filter={filter} onChange={refilter} />
      <div aria-live="polite" className={classes.newPayments}>
        {newPayments.count > 0 && !outOfSight && (
          <Button fullWidth leftSection={<IconArrowUp size={18} aria-hidden />} onClick={() => void showNew()}>
            {payments.arrived(newPayments.count)}
          </Button>
        )}
      </div>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const list = viewer?.admin?.transactions;
          if (!list || list.edges.length === 0) {
            return <NoPayments waiting={filter.status === 'PENDING' && filter.search === ''} />;
          }
          return (
            <Stack>
              <PaymentList payments={list.edges.map(({ node }) => node)} onDecide={decide} />
              <ShowMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
      <DecisionSheet transactionId={chosen} opened={deciding} onClose={() => setDeciding(false)} />
    </AdminPage>
  );
}

function NoPayments({ waiting }: { waiting: boolean }) {
  return (
    <Card>
      <EmptyState
        title={waiting ? payments.noneWaiting : payments.noneFound}
        hint={waiting ? payments.noneWaitingHint : payments.noneFoundHint}
      />
    </Card>
  );
}
