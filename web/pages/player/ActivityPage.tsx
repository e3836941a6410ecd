import { useQuery } from '@apollo/client/react';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useOnSettled } from '../../features/game/useOnSettled.ts';
import { ByDay, dayOfPeriod } from '../../features/history/ByDay.tsx';
import { FinishedGame } from '../../features/history/FinishedGame.tsx';
import { PendingGames } from '../../features/history/PendingGames.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { LinkButton } from '../../features/shell/LinkButton.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { activity } from '#messages/activity.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';

const ActivityPage_Query = graphql(`
  query ActivityPage_Query($after: String) {
    viewer {
      activeGames {
        amount
        contest {
          id
          period
          gameType
        }
      }
      playDays {
        ...ByDay_day @unmask
      }
      contestResults(first: 20, after: $after) {
        edges {
          cursor
          node {
            ...FinishedGame_result @unmask
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

export default function ActivityPage() {
  const answer = useQuery(ActivityPage_Query, { fetchPolicy: 'cache-and-network' });
  useOnSettled(() => void answer.refetch().catch(() => undefined));
  return (
    <Screen title={titles.activity}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const pending = viewer?.activeGames ?? [];
          const finished = viewer?.contestResults?.edges ?? [];
          if (pending.length + finished.length === 0) return <NothingPlayed />;
          return (
            <Stack>
              <PendingGames games={pending} />
              {finished.length > 0 && (
                <Card title={activity.finished}>
                  <ByDay
                    label={activity.finished}
                    totals={viewer?.playDays ?? []}
                    entries={finished.map(({ node }) => ({
                      key: node.contest.id,
                      day: dayOfPeriod(node.contest.period),
                      row: <FinishedGame result={node} />,
                    }))}
                  />
                </Card>
              )}
              {viewer?.contestResults && (
                <ShowMore pageInfo={viewer.contestResults.pageInfo} fetchMore={answer.fetchMore} />
              )}
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}

function NothingPlayed() {
  return (
    <Card>
      <EmptyState Icon={IconHistory} title={activity.empty}>
        <LinkButton to={paths.home}>{activity.play}</LinkButton>
      </EmptyState>
    </Card>
  );
}
