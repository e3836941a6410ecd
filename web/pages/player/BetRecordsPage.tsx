import { useQuery } from '@apollo/client/react';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { Suspense } from 'react';
import { useOnSettled } from '../../features/game/useOnSettled.ts';
import { ByDay, dayOfInstant, dayOfPeriod } from '../../features/history/ByDay.tsx';
import { FinishedGame } from '../../features/history/FinishedGame.tsx';
import { PendingGames } from '../../features/history/PendingGames.tsx';
import { PendingWithdrawals } from '../../features/history/PendingWithdrawals.tsx';
import { CorrectionRow } from '../../features/payments/CorrectionRow.tsx';
import { ReturnRow } from '../../features/payments/ReturnRow.tsx';
import { TransactionRow } from '../../features/payments/TransactionRow.tsx';
import { useLiveTransactions } from '../../features/payments/useLiveTransactions.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import type { BetRecordsPage_QueryQuery } from '../../gql/graphql.ts';
import { activity } from '#messages/activity.ts';
import { history } from '#messages/history.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';

const BetRecordsPage_Query = graphql(`
  query BetRecordsPage_Query($after: String) {
    viewer {
      activeGames {
        amount
        contest {
          id
          period
          gameType
        }
      }
      pendingWithdrawals {
        id
        amount
        createdAt
        beingChecked
        status
        payoutBy
      }
      playDays {
        ...ByDay_day @unmask
      }
      walletHistory(first: 20, after: $after) {
        edges {
          cursor
          node {
            ... on ContestResult {
              ...FinishedGame_result @unmask
            }
            ... on Transaction {
              id
              createdAt
              decidedAt
              ...TransactionRow_transaction
            }
            ... on PayoutReturn {
              ...ReturnRow_return @unmask
            }
            ... on BalanceCorrection {
              ...CorrectionRow_correction @unmask
            }
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

const Figures = lazyPart(async () => (await import('../../features/figures/WalletFigures.tsx')).WalletFigures);

const names = { won: history.profit, lost: history.loss };

/** Wallet History: pending items, and everything that has changed the balance. */
export default function BetRecordsPage() {
  const answer = useQuery(BetRecordsPage_Query, { fetchPolicy: 'cache-and-network' });
  const reload = () => void answer.refetch().catch(() => undefined);
  useOnSettled(reload);
  useLiveTransactions(reload);
  return (
    <Screen title={titles.betRecords} backTo={paths.account}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const { activeGames, pendingWithdrawals, walletHistory, playDays } = viewer ?? {};
          if (!activeGames || !pendingWithdrawals || !walletHistory) return null;
          const { edges, pageInfo } = walletHistory;
          if (activeGames.length + pendingWithdrawals.length + edges.length === 0) return <NothingYet />;
          return (
            <Stack>
              <PendingGames games={activeGames} />
              <PendingWithdrawals withdrawals={pendingWithdrawals} onCancel={reload} />
              {edges.length > 0 && (
                <Suspense fallback={<Skeleton heights={[326]} />}>
                  <Figures />
                </Suspense>
              )}
              {edges.length > 0 && (
                <Card title={history.history}>
                  <ByDay
                    label={history.history}
                    totals={playDays ?? []}
                    entries={edges.map(({ cursor, node }) => ({ key: cursor, ...entryOf(node) }))}
                  />
                </Card>
              )}
              <ShowMore pageInfo={pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

type Viewer = NonNullable<BetRecordsPage_QueryQuery['viewer']>;
type HistoryNode = NonNullable<Viewer['walletHistory']>['edges'][number]['node'];

function entryOf(node: HistoryNode) {
  if (node.__typename === 'ContestResult') {
    return { day: dayOfPeriod(node.contest.period), row: <FinishedGame result={node} names={names} /> };
  }
  if (node.__typename === 'PayoutReturn') return { day: dayOfInstant(node.returnedAt), row: <ReturnRow of={node} /> };
  return node.__typename === 'Transaction'
    ? { day: dayOfInstant(node.decidedAt ?? node.createdAt), row: <TransactionRow transaction={node} /> }
    : { day: dayOfInstant(node.createdAt), row: <CorrectionRow correction={node} /> };
}

function NothingYet() {
  return (
    <Card>
      <EmptyState Icon={IconHistory} title={history.empty} hint={history.emptyHint}>
        <LinkButton to={paths.home}>{activity.play}</LinkButton>
      </EmptyState>
    </Card>
  );
}
