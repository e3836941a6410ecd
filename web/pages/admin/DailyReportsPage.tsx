import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import classes from '../../features/adminAlerts/Alerts.module.css';
import { Link } from '../../features/navigation/Link.tsx';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { useBack } from '../../features/shell/useBack.ts';
import { graphql } from '../../gql/gql.ts';
import type { DailyReportsPage_QueryQuery } from '../../gql/graphql.ts';
import { formatDay, formatInstant } from '../../lib/time.ts';
import { reports as texts } from '#messages/admin/reports.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Stack } from '../../ui/Stack.tsx';

const DailyReportsPage_Query = graphql(`
  query DailyReportsPage_Query($after: String) {
    viewer {
      admin {
        dailyReports(first: 7, after: $after) {
          edges {
            cursor
            node {
              day
              madeAt
              sections {
                lines {
                  label
                  value
                }
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
  }
`);

/** The daily reports, as they were mailed, newest first. */
export default function DailyReportsPage() {
  const answer = useQuery(DailyReportsPage_Query, { fetchPolicy: 'cache-and-network' });
  const back = useBack(paths.admin.dashboard);
  return (
    <AdminPage title={texts.title} onBack={back}>
      <p>
        <Link to={paths.admin.alerts}>{texts.choice}</Link>
      </p>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          const list = viewer?.admin?.dailyReports;
          if (!list) return null;
          if (list.edges.length === 0) {
            return (
              <Card>
                <EmptyState title={texts.none} hint={texts.noneHint} />
              </Card>
            );
          }
          return (
            <>
              <ul className={classes.list}>
                {list.edges.map(({ node }) => (
                  <li key={node.day}>
                    <Report report={node} />
                  </li>
                ))}
              </ul>
              <ShowMore pageInfo={list.pageInfo} fetchMore={answer.fetchMore} />
            </>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}

type Admin = NonNullable<NonNullable<DailyReportsPage_QueryQuery['viewer']>['admin']>;
type ReportFields = NonNullable<Admin['dailyReports']>['edges'][number]['node'];

function Report({ report: { day, madeAt, sections } }: { report: ReportFields }) {
  return (
    <Card title={texts.of(formatDay(day))}>
      <Stack gap={16}>
        {sections.map(({ lines }) => (
          <Facts key={lines[0]?.label} facts={lines.map(({ label, value }) => [label, value] as const)} />
        ))}
        <p className={classes.quiet}>{texts.madeAt(formatInstant(madeAt))}</p>
      </Stack>
    </Card>
  );
}
