import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ActivePlayersCard } from '../../features/adminStats/ActivePlayersCard.tsx';
import { DrawStatsCard } from '../../features/adminStats/DrawStatsCard.tsx';
import { OverTimeCard } from '../../features/adminStats/OverTimeCard.tsx';
import { PendingCard } from '../../features/adminStats/PendingCard.tsx';
import { ProfitCard } from '../../features/adminStats/ProfitCard.tsx';
import { momentsOf } from '../../features/adminStats/series.ts';
import { useRange, type ChosenRange } from '../../features/adminStats/useRange.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { graphql } from '../../gql/gql.ts';
import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MessagePopup } from '../../ui/MessagePopup.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import classes from './DashboardPage.module.css';

const DashboardPage_Query = graphql(`
  query DashboardPage_Query($activeFrom: DateTime!, $activeTo: DateTime!, $from: DateTime!, $to: DateTime!) {
    viewer {
      admin {
        activePlayerStats(from: $activeFrom, to: $activeTo) {
          activeOnPlatform
          activeInBetting
          activeInSapreHalf
          activeInSapreOne
          activeInSapreThree
        }
        profitStats(from: $from, to: $to) {
          gameType
          betAmount
          profit
        }
        seriesHalf: profitSeries(gameType: SAPRE_HALF, from: $from, to: $to) {
          at
          stakes
          profit
        }
        seriesOne: profitSeries(gameType: SAPRE_ONE, from: $from, to: $to) {
          at
          stakes
          profit
        }
        seriesThree: profitSeries(gameType: SAPRE_THREE, from: $from, to: $to) {
          at
          stakes
          profit
        }
        drawsHalf: drawStats(gameType: SAPRE_HALF, from: $from, to: $to) {
          contests
          counts
          stakes
          payouts
          returnToPlayer
        }
        drawsOne: drawStats(gameType: SAPRE_ONE, from: $from, to: $to) {
          contests
          counts
          stakes
          payouts
          returnToPlayer
        }
        drawsThree: drawStats(gameType: SAPRE_THREE, from: $from, to: $to) {
          contests
          counts
          stakes
          payouts
          returnToPlayer
        }
        pendingByAge {
          label
          count
          amount
        }
      }
    }
  }
`);

/** The dashboard: active players, profit, draws, pending payments. */
export function DashboardPage() {
  const active = useRange();
  const profit = useRange();
  const answer = useQuery(DashboardPage_Query, {
    variables: { activeFrom: active.range.from, activeTo: active.range.to, ...profit.range },
    fetchPolicy: 'cache-and-network',
  });
  const { data, previousData, error, refetch, loading } = answer;
  const refresh = () => {
    active.refresh();
    profit.refresh();
    // Refreshing doesn't change custom ranges, so their figures are refetched here.
    if (active.kind === 'custom' && profit.kind === 'custom') void refetch().catch(() => undefined);
  };

  return (
    <AdminPage
      title={words.admin.stats.title}
      actions={<RefreshButton label={words.admin.stats.refresh} onRefresh={refresh} />}
    >
      <QueryBoundary of={{ data: data ?? previousData, error, refetch }}>
        {({ viewer }) => {
          if (!viewer?.admin) return <ErrorState text={words.errors.list} />;
          return <Figures stats={viewer.admin} active={active} profit={profit} loading={loading} />;
        }}
      </QueryBoundary>
      <ErrorPopup error={error} />
    </AdminPage>
  );
}

interface FiguresProps {
  stats: NonNullable<NonNullable<DashboardPage_QueryQuery['viewer']>['admin']>;
  active: ChosenRange;
  profit: ChosenRange;
  loading: boolean;
}

function Figures({ stats, active, profit, loading }: FiguresProps) {
  const { overTime } = words.admin.stats;
  const series = { SAPRE_HALF: stats.seriesHalf, SAPRE_ONE: stats.seriesOne, SAPRE_THREE: stats.seriesThree };
  const draws = { SAPRE_HALF: stats.drawsHalf, SAPRE_ONE: stats.drawsOne, SAPRE_THREE: stats.drawsThree };
  return (
    <div className={classes.cards}>
      <ActivePlayersCard stats={stats.activePlayerStats} chosen={active} loading={loading} />
      <ProfitCard stats={stats.profitStats} chosen={profit} loading={loading} />
      <OverTimeCard title={overTime.stakes} moments={momentsOf(series, 'stakes')} loading={loading} />
      <OverTimeCard title={overTime.profit} moments={momentsOf(series, 'profit')} loading={loading} />
      <div className={classes.unequal}>
        <DrawStatsCard stats={draws} loading={loading} />
        <PendingCard buckets={stats.pendingByAge} />
      </div>
    </div>
  );
}

/** The latest query's error, until it is closed. */
function ErrorPopup({ error }: { error: unknown }) {
  const [closed, setClosed] = useState<unknown>(null);
  const shown = error && error !== closed ? { text: errorText(error), tone: 'bad' as const } : null;
  return <MessagePopup message={shown} onClose={() => setClosed(error)} />;
}
