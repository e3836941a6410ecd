import { useQuery, useSubscription } from '@apollo/client/react';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { SearchField } from '../../features/admin/SearchField.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { useRefetchSoon } from '../../features/admin/useRefetchSoon.ts';
import { BatchList } from '../../features/adminPayouts/BatchList.tsx';
import { LayoutDialog } from '../../features/adminPayouts/LayoutDialog.tsx';
import classes from '../../features/adminPayouts/Payouts.module.css';
import { ToPay } from '../../features/adminPayouts/ToPay.tsx';
import { AutoMore } from '../../features/shell/AutoMore.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import type { PaymentChannel } from '../../gql/graphql.ts';
import { payoutBatches as texts } from '#messages/admin/payouts.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

const PayoutsPage_Query = graphql(`
  query PayoutsPage_Query($search: String, $channel: PaymentChannel, $after: String) {
    viewer {
      admin {
        transactions(
          first: 100
          after: $after
          order: OLDEST_FIRST
          filter: { status: APPROVED, transactionType: DEBIT, inBatch: false, search: $search, channel: $channel }
        ) {
          edges {
            node {
              id
              ...ToPay_payout @unmask
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

const PayoutBatches_Query = graphql(`
  query PayoutBatches_Query($open: Boolean, $after: String) {
    viewer {
      admin {
        payoutBatches(first: 20, after: $after, open: $open) {
          edges {
            node {
              id
              ...BatchList_batch @unmask
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

const PayoutsChanged_Subscription = graphql(`
  subscription PayoutsChanged_Subscription {
    transactionChanged {
      id
      status
    }
  }
`);

/** What is to be paid, of which batches are made, and the batches. */
export default function PayoutsPage() {
  const [settingUp, setSettingUp] = useState(false);
  const mayManage = useMay()('PAYOUT_BATCH_MANAGE');
  return (
    <AdminPage
      title={texts.title}
      actions={
        mayManage && (
          <Button variant="raised" onClick={() => setSettingUp(true)}>
            {texts.toPay.banks}
          </Button>
        )
      }
    >
      <WaitingPayouts />
      <Batches />
      {settingUp && <LayoutDialog onClose={() => setSettingUp(false)} onSaved={() => setSettingUp(false)} />}
    </AdminPage>
  );
}

const channels = [
  { value: '', label: texts.toPay.everyChannel },
  ...Object.entries(texts.toPay.channels).map(([value, label]) => ({ value, label })),
];

function WaitingPayouts() {
  const [params, setParams] = useSearchParams();
  const [search, channel] = [params.get('search') ?? '', params.get('channel') ?? ''];
  const change = (changes: Record<string, string>) => {
    const set = Object.entries({ search, channel, ...changes }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(set), { replace: true });
  };
  const answer = useQuery(PayoutsPage_Query, {
    variables: { search: search || null, channel: (channel || null) as PaymentChannel | null },
    fetchPolicy: 'cache-and-network',
  });
  const refetch = useRefetchSoon(() => answer.refetch());
  useSubscription(PayoutsChanged_Subscription, { ignoreResults: true, onData: refetch });
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{texts.toPay.title}</h2>
      <div className={classes.bar}>
        <SearchField
          label={texts.toPay.search}
          placeholder={texts.toPay.searchHint}
          value={search}
          onSearch={(next) => change({ search: next })}
          className={classes.search}
        />
        <NativeSelect
          label={texts.toPay.channel}
          data={channels}
          value={channel}
          onChange={({ currentTarget }) => change({ channel: currentTarget.value })}
        />
      </div>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const list = viewer?.admin?.transactions;
          if (!list || list.edges.length === 0) {
            const none = search === '' && channel === '';
            return (
              <Card>
                <EmptyState
                  title={none ? texts.toPay.none : texts.toPay.notFound}
                  hint={none ? texts.toPay.noneHint : texts.toPay.notFoundHint}
                />
              </Card>
            );
          }
          return (
            <>
              <ToPay payouts={list.edges.map(({ node }) => node)} />
              <AutoMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
}

const shown = [
  { value: 'open', label: texts.list.open },
  { value: 'every', label: texts.list.every },
];

function Batches() {
  const [open, setOpen] = useState(true);
  const answer = useQuery(PayoutBatches_Query, { variables: { open }, fetchPolicy: 'cache-and-network' });
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{texts.list.title}</h2>
      <div className={classes.bar}>
        <NativeSelect
          label={texts.list.show}
          data={shown}
          value={open ? 'open' : 'every'}
          onChange={({ currentTarget }) => setOpen(currentTarget.value === 'open')}
        />
      </div>
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const list = viewer?.admin?.payoutBatches;
          if (!list || list.edges.length === 0) {
            return (
              <Card>
                <EmptyState title={open ? texts.list.none : texts.list.noneYet} hint={texts.list.noneHint} />
              </Card>
            );
          }
          return (
            <>
              <BatchList batches={list.edges.map(({ node }) => node)} />
              <AutoMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
