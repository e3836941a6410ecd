import { useQuery } from '@apollo/client/react';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useEffect } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { NotificationItem } from '../../features/notifications/NotificationItem.tsx';
import { useNotificationAdded } from '../../features/notifications/useNotificationAdded.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { notifications } from '#messages/notifications.ts';
import { titles } from '#messages/titles.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { List } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';

const NotificationPage_Query = graphql(`
  query NotificationPage_Query($after: String) {
    viewer {
      unreadNotificationCount
      notifications(first: 20, after: $after) {
        edges {
          cursor
          node {
            id
            ...NotificationItem_notification
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

const NotificationPage_Mutation = graphql(`
  mutation NotificationPage_Mutation {
    markNotificationsRead {
      ... on MarkNotificationsReadPayload {
        viewer {
          unreadNotificationCount
        }
      }
    }
  }
`);

const quietly = {};

/**
 * Notifications, newest first. Showing them marks them as read; new ones stay highlighted until the page is opened
 * again.
 */
export default function NotificationPage() {
  const answer = useQuery(NotificationPage_Query, { fetchPolicy: 'cache-and-network' });
  const { act: markRead } = useAction(NotificationPage_Mutation, quietly);
  const unread = answer.data?.viewer?.unreadNotificationCount ?? 0;
  useNotificationAdded(() => void answer.refetch().catch(() => undefined));
  useEffect(() => {
    if (unread > 0 && !answer.loading) void markRead();
  }, [unread, answer.loading, markRead]);

  return (
    <Screen title={titles.notification}>
      <QueryBoundary of={answer}>
        {({ viewer }) => {
          if (!viewer || viewer.notifications.edges.length === 0) {
            return (
              <Card>
                <EmptyState Icon={IconBell} title={notifications.empty} hint={notifications.emptyHint} />
              </Card>
            );
          }
          return (
            <Stack>
              <Card>
                <List label={titles.notification}>
                  {viewer.notifications.edges.map(({ node }) => (
                    <li key={node.id}>
                      <NotificationItem notification={node} />
                    </li>
                  ))}
                </List>
              </Card>
              <ShowMore pageInfo={viewer.notifications.pageInfo} fetchMore={answer.fetchMore} />
            </Stack>
          );
        }}
      </QueryBoundary>
    </Screen>
  );
}
