import { useApolloClient, useQuery } from '@apollo/client/react';
import { ActionIcon, Button } from '@mantine/core';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import { useRef, useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import {
  exportFilter,
  filterInput,
  isNarrowed,
  orderOf,
  usePaymentFilter,
  type PaymentFilter,
} from '../../features/adminPayments/paymentFilter.ts';
import { PaymentFilters } from '../../features/adminPayments/PaymentFilters.tsx';
import { PaymentQueue } from '../../features/adminPayments/PaymentQueue.tsx';
import { PaymentTotals, PaymentTotals_Query } from '../../features/adminPayments/PaymentTotals.tsx';
import { useNewPayments } from '../../features/adminPayments/useNewPayments.ts';
import { AutoMore } from '../../features/shell/AutoMore.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import { payments } from '#messages/admin/payments.ts';
import { queue } from '#messages/admin/queue.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './AdminTransactionsPage.module.css';

const AdminTransactionsPage_Query = graphql(`
  query AdminTransactionsPage_Query($filter: TransactionFilter!, $order: TransactionOrder!, $after: String) {
    viewer {
      admin {
        transactions(first: 50, after: $after, filter: $filter, order: $order) {
          edges {
            node {
              id
              status
              transactionType
              amount
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

export default function AdminTransactionsPage() {
  const [filter, changeFilter] = usePaymentFilter();
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const order = orderOf(filter);
  const answer = useQuery(AdminTransactionsPage_Query, {
    variables: { filter: filterInput(filter), order },
    fetchPolicy: 'cache-and-network',
  });
  const shown = answer.data?.viewer?.admin?.transactions;
  const refetchTotals = useRefetchTotals();
  const newPayments = useNewPayments(filter, new Set(shown?.edges.map(({ node }) => node.id)), refetchTotals);
  /** With this order the newest come last, and there are pages before them. */
  const outOfSight = order === 'OLDEST_FIRST' && shown?.pageInfo.hasNextPage === true;

  const refilter = (changes: Partial<PaymentFilter>) => {
    changeFilter(changes);
    newPayments.seen();
  };
  const showNew = async () => {
    await answer.refetch().catch(() => undefined);
    newPayments.seen();
  };

  return (
    <AdminPage
      title={payments.title}
      actions={
        <>
          <ActionIcon variant="raised" size={48} aria-label={queue.keys.title} onClick={() => setHelping(true)}>
            <IconKeyboard size={20} aria-hidden />
          </ActionIcon>
          <ExportButton name="transactions" what={payments.exported} filter={exportFilter(filter)} range={filter} />
        </>
      }
    >
      <PaymentTotals filter={filter} />
      <PaymentFilters filter={filter} onChange={refilter} search={search} />
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
          if (!list || list.edges.length === 0) return <NoPayments filter={filter} />;
          return (
            <PaymentQueue
              payments={list.edges.map(({ node }) => node)}
              filter={filter}
              order={order}
              onOrder={(chosen) => refilter({ order: chosen })}
              help={{ opened: helping, onChange: setHelping }}
              onSearch={() => search.current?.focus()}
            >
              <AutoMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </PaymentQueue>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}

function useRefetchTotals(): () => void {
  const client = useApolloClient();
  return useRefetchSoon(() => client.refetchQueries({ include: [PaymentTotals_Query] }));
}

/** Says no more than is known: that nothing waits, that nothing exists, or that nothing fits the filters. */
function NoPayments({ filter }: { filter: PaymentFilter }) {
  const plain = !isNarrowed(filter) && filter.transactionType === null;
  const [title, hint] =
    plain && filter.status === 'PENDING'
      ? [payments.noneWaiting, payments.noneWaitingHint]
      : plain && filter.status === null
        ? [payments.noneYet, payments.noneYetHint]
        : [payments.noneFound, filter.search === '' ? payments.noneFoundHint : payments.noneFoundSearch];
  return (
    <Card>
      <EmptyState title={title} hint={hint} />
    </Card>
  );
}
