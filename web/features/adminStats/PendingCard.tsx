import { useQuery, useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { PendingCard_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { stats } from '#messages/admin/stats.ts';
import { paths } from '../../paths.ts';
import { BarList } from '../../ui/BarList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import { useRefetchSoon } from '../admin/useRefetchSoon.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './PendingCard.module.css';
import { StatsCard } from './StatsCard.tsx';

const PendingCard_Query = graphql(`
  query PendingCard_Query {
    viewer {
      admin {
        pendingByAge {
          label
          deposits {
            count
            amount
          }
          withdrawals {
            count
            amount
          }
          payouts {
            count
            amount
          }
        }
      }
    }
  }
`);

const PendingCard_Subscription = graphql(`
  subscription PendingCard_Subscription {
    transactionChanged {
      id
      status
    }
  }
`);

const { pending } = stats;
const directions = ['deposits', 'withdrawals', 'payouts'] as const;

/** How long payments have been waiting for a decision or, approved, for their payment, money in and money out apart. Follows every request and decision. */
export function PendingCard() {
  const answer = useQuery(PendingCard_Query, { fetchPolicy: 'cache-and-network' });
  const refetch = useRefetchSoon(answer.refetch);
  const skip = !useMay()('TRANSACTION_READ_ALL');
  useSubscription(PendingCard_Subscription, { ignoreResults: true, onData: refetch, skip });
  // After a failure nothing remains: counts that are not the current ones are worse than none.
  const data = answer.error ? undefined : answer.data;
  return (
    <StatsCard title={pending.title}>
      <QueryBoundary of={{ ...answer, data }}>
        {({ viewer }) => <Ages buckets={viewer?.admin?.pendingByAge ?? []} />}
      </QueryBoundary>
    </StatsCard>
  );
}

type Buckets = NonNullable<NonNullable<PendingCard_QueryQuery['viewer']>['admin']>['pendingByAge'];

function Ages({ buckets }: { buckets: Buckets }) {
  const may = useMay();
  const most = Math.max(0, ...buckets.flatMap((bucket) => directions.map((direction) => bucket[direction].count)));
  if (most === 0) return <EmptyState title={pending.empty} hint={pending.emptyHint} />;
  return (
    <Stack>
      {directions
        .filter((direction) => direction !== 'payouts' || buckets.some(({ payouts }) => payouts.count > 0))
        .map((direction) => (
          <div key={direction}>
            <h3 className={classes.direction}>{pending[direction]}</h3>
            <BarList
              label={pending.byAge(pending[direction])}
              bars={buckets.map(({ label, [direction]: { count, amount } }) => ({
                key: label,
                name: label,
                value: pending.bucket(count, formatMoneyShort(amount)),
                share: count / most,
              }))}
            />
          </div>
        ))}
      {may('TRANSACTION_READ_ALL') && (
        <LinkButton to={paths.admin.oldestTransactions} quiet>
          {pending.decide}
        </LinkButton>
      )}
    </Stack>
  );
}
