import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { useMay } from '../../features/admin/useMay.ts';
import { AlertsBanner } from '../../features/adminAlerts/AlertsBanner.tsx';
import { ActivePlayersCard } from '../../features/adminStats/ActivePlayersCard.tsx';
import { DecisionTimesCard } from '../../features/adminStats/DecisionTimesCard.tsx';
import { DrawStatsCard } from '../../features/adminStats/DrawStatsCard.tsx';
import { OverTimeCard } from '../../features/adminStats/OverTimeCard.tsx';
import { MoneyCard } from '../../features/adminStats/MoneyCard.tsx';
import { OwedCard } from '../../features/adminStats/OwedCard.tsx';
import { PendingCard } from '../../features/adminStats/PendingCard.tsx';
import { ProfitCard } from '../../features/adminStats/ProfitCard.tsx';
import { RangeChoice } from '../../features/adminStats/RangeChoice.tsx';
import { momentsOf } from '../../features/adminStats/series.ts';
import type { Range } from '../../features/adminStats/statsRange.ts';
import { SetupCard } from '../../features/adminStats/SetupCard.tsx';
import { StandingCards, useStanding } from '../../features/adminStats/StandingCards.tsx';
import { useFigures } from '../../features/adminStats/useFigures.ts';
import { useRange } from '../../features/adminStats/useRange.ts';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { graphql } from '../../gql/gql.ts';
import type { DashboardPage_QueryQuery } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { stats } from '#messages/admin/stats.ts';
import { common } from '#messages/common.ts';
import { errors } from '#messages/errors.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingInline } from '../../ui/Loading.tsx';
import { MessagePopup } from '../../ui/MessagePopup.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import classes from './DashboardPage.module.css';

const DashboardPage_Query = graphql(`
  query DashboardPage_Query($from: DateTime!, $to: DateTime!, $beforeFrom: DateTime!, $beforeTo: DateTime!) {
    viewer {
      admin {
        money: moneyFigures(from: $from, to: $to) {
          ...MoneyCard_figures @unmask
        }
        moneyBefore: moneyFigures(from: $beforeFrom, to: $beforeTo) {
          ...MoneyCard_figures @unmask
        }
        owed: owedStatement(from: $from, to: $to) {
          ...OwedCard_statement @unmask
        }
        decisionTimes(from: $from, to: $to) {
          ...DecisionTimesCard_times @unmask
        }
        simulatedPlayers
        activePlayerStats(from: $from, to: $to) {
          activeOnPlatform
          activeInBetting
          activeInSapreHalf
          activeInSapreOne
          activeInSapreThree
        }
        activeBefore: activePlayerStats(from: $beforeFrom, to: $beforeTo) {
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
        profitBefore: profitStats(from: $beforeFrom, to: $beforeTo) {
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
          ...DrawStatsCard_stats @unmask
        }
        drawsOne: drawStats(gameType: SAPRE_ONE, from: $from, to: $to) {
          ...DrawStatsCard_stats @unmask
        }
        drawsThree: drawStats(gameType: SAPRE_THREE, from: $from, to: $to) {
          ...DrawStatsCard_stats @unmask
        }
      }
    }
  }
`);

/** The dashboard: active players, profit, draws in one range, and pending payments as they are now. */
export default function DashboardPage() {
  const chosen = useRange();
  const client = useApolloClient();
  const { range, before } = chosen;
  const variables = { ...range, beforeFrom: before.from, beforeTo: before.to };
  const answer = useQuery(DashboardPage_Query, { variables, fetchPolicy: 'cache-and-network' });
  const figures = useFigures(chosen, answer.data);
  const standing = useStanding();
  const mayReadReports = useMay()('REPORT_READ');
  const refresh = () => {
    chosen.refresh();
    // Refreshing doesn't change a custom range, so its figures are refetched here.
    if (chosen.kind === 'custom') void answer.refetch().catch(() => undefined);
    client.refetchQueries({ include: ['PendingCard_Query', 'StandingCards_Query'] }).catch(() => undefined);
  };
  const state = { error: answer.error, loading: answer.loading, retry: refresh };

  return (
    <AdminPage title={stats.title} actions={<RefreshButton label={stats.refresh} onRefresh={refresh} />}>
      <AlertsBanner />
      <SetupCard items={standing.data?.viewer?.admin?.setup ?? []} />
      <RangeChoice chosen={chosen} />
      {figures ? (
        <Figures admin={figures.data.viewer?.admin} range={figures.range} before={figures.before} {...state} />
      ) : (
        <NoFigures {...state} />
      )}
      {mayReadReports && (
        <LinkButton to={paths.admin.reports} quiet>
          {stats.reports}
        </LinkButton>
      )}
      <PendingCard />
      <StandingCards answer={standing} />
      <ErrorPopup error={answer.error} />
    </AdminPage>
  );
}

interface FetchState {
  error: unknown;
  loading: boolean;
  retry: () => void;
}

/** In place of the figures: they are being fetched, or could not be. */
function NoFigures({ error, loading, retry }: FetchState) {
  if (error && !loading) return <ErrorState text={errorText(error)} onRetry={retry} />;
  return <LoadingInline />;
}

interface FiguresProps extends FetchState {
  admin: NonNullable<DashboardPage_QueryQuery['viewer']>['admin'] | undefined;
  /** The range of these figures, and the one with which they are compared. */
  range: Range;
  before: Range;
}

function Figures({ admin, range, before, error, loading, retry }: FiguresProps) {
  if (!admin) return <ErrorState text={errors.list} />;
  return (
    <>
      <div className={classes.span}>
        <p>{stats.ranges.span(formatInstant(range.from), formatInstant(range.to))}</p>
        <p>{stats.ranges.before(formatInstant(before.from), formatInstant(before.to))}</p>
        {loading && <output>{common.loading}</output>}
      </div>
      {!loading && error !== undefined && (
        <Notice tone="bad">
          <p>{stats.outdated(errorText(error), formatInstant(range.to))}</p>
          <Button variant="light" onClick={retry}>
            {common.retry}
          </Button>
        </Notice>
      )}
      <Cards admin={admin} range={range} />
    </>
  );
}

function Cards({ admin, range }: { admin: NonNullable<FiguresProps['admin']>; range: Range }) {
  const { overTime } = stats;
  const series = { SAPRE_HALF: admin.seriesHalf, SAPRE_ONE: admin.seriesOne, SAPRE_THREE: admin.seriesThree };
  const draws = { SAPRE_HALF: admin.drawsHalf, SAPRE_ONE: admin.drawsOne, SAPRE_THREE: admin.drawsThree };
  return (
    <div className={classes.cards}>
      {admin.money && (
        <div className={classes.wide}>
          <MoneyCard figures={admin.money} before={admin.moneyBefore} simulatedPlayers={admin.simulatedPlayers} />
        </div>
      )}
      {admin.owed && <OwedCard statement={admin.owed} range={range} />}
      {admin.decisionTimes && <DecisionTimesCard times={admin.decisionTimes} />}
      <ActivePlayersCard stats={admin.activePlayerStats} before={admin.activeBefore} />
      <ProfitCard stats={admin.profitStats} before={admin.profitBefore} />
      <OverTimeCard title={overTime.stakes} moments={momentsOf(series, 'stakes')} />
      <OverTimeCard title={overTime.profit} moments={momentsOf(series, 'profit')} />
      <div className={classes.wide}>
        <DrawStatsCard stats={draws} />
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
