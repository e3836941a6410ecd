import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { BarList } from '../../ui/BarList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { StatsCard } from './StatsCard.tsx';

type AdminFields = NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;

const { pending } = words.admin.stats;

/** How long payments have been waiting for a decision. */
export function PendingCard({ buckets }: { buckets: AdminFields['pendingByAge'] }) {
  const most = Math.max(...buckets.map(({ count }) => count));
  return (
    <StatsCard title={pending.title}>
      {most === 0 ? (
        <EmptyState title={pending.empty} hint={pending.emptyHint} />
      ) : (
        <Stack>
          <BarList
            label={pending.title}
            bars={buckets.map(({ label, count, amount }) => ({
              key: label,
              name: label,
              value: pending.bucket(count, formatMoneyShort(amount)),
              share: count / most,
            }))}
          />
          <LinkButton to={paths.admin.oldestTransactions} quiet>
            {pending.decide}
          </LinkButton>
        </Stack>
      )}
    </StatsCard>
  );
}
