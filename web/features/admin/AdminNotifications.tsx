import { ActionIcon, Popover } from '@mantine/core';
import { useQuery, useSubscription } from '@apollo/client/react';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { AdminNotifications_QueryQuery } from '../../gql/graphql.ts';
import { notifications as notificationsWords } from '#messages/admin/notifications.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useBackCloses } from '../../ui/useBackCloses.ts';
import { Link } from '../navigation/Link.tsx';
import classes from './AdminNotifications.module.css';

const AdminNotifications_Query = graphql(`
  query AdminNotifications_Query {
    viewer {
      unreadNotificationCount
      notifications(first: 20) {
        edges {
          node {
            id
            title
            body
            createdAt
            readAt
            ticket {
              id
            }
          }
        }
      }
    }
  }
`);

const AdminNotifications_Subscription = graphql(`
  subscription AdminNotifications_Subscription {
    notificationAdded {
      id
      title
      body
    }
  }
`);

const AdminNotifications_Mutation = graphql(`
  mutation AdminNotifications_Mutation {
    markNotificationsRead {
      ... on MarkNotificationsReadPayload {
        viewer {
          unreadNotificationCount
        }
      }
    }
  }
`);

/** Longer than other toasts: it comes while the admin does something else. */
const shownForMs = 12_000;
const quietly = {};

/**
 * What other admins have done that every admin should know: a toast on whatever screen of the back office, and a list
 * under the bell. Opening the list marks it as read.
 */
export function AdminNotifications() {
  const [opened, setOpened] = useState(false);
  useBackCloses(opened, () => setOpened(false));
  const answer = useQuery(AdminNotifications_Query);
  const { act: markRead } = useAction(AdminNotifications_Mutation, quietly);
  useSubscription(AdminNotifications_Subscription, {
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (!data?.notificationAdded) return;
      const { title, body } = data.notificationAdded;
      showToast({ text: `${title}. ${body}`, tone: 'bad', shownForMs });
      void answer.refetch().catch(() => undefined);
    },
  });
  const viewer = answer.data?.viewer;
  const unread = viewer?.unreadNotificationCount ?? 0;
  const notifications = notificationsWords;

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="raised"
          className={classes.bell ?? ''}
          aria-label={unread > 0 ? notifications.unread(unread) : notifications.title}
          onClick={() => {
            setOpened(!opened);
            if (!opened && unread > 0) void markRead();
          }}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <section aria-label={notifications.title} className={classes.list}>
          <Rows viewer={viewer ?? null} onFollowed={() => setOpened(false)} />
        </section>
      </Popover.Dropdown>
    </Popover>
  );
}

interface RowsProps {
  viewer: AdminNotifications_QueryQuery['viewer'];
  /** Called when the screen that a notification is about is opened. */
  onFollowed: () => void;
}

function Rows({ viewer, onFollowed }: RowsProps) {
  const notifications = notificationsWords;
  if (!viewer || viewer.notifications.edges.length === 0) {
    return <EmptyState Icon={IconBell} title={notifications.empty} hint={notifications.emptyHint} />;
  }
  return (
    <ul>
      {viewer.notifications.edges.map(({ node }) => (
        <li key={node.id} className={classes.item}>
          <p className={classes.title}>
            {node.ticket ? (
              <Link to={paths.admin.ticket(node.ticket.id)} onClick={onFollowed}>
                {node.title}
              </Link>
            ) : (
              node.title
            )}
          </p>
          <p className={classes.body}>{node.body}</p>
          <p className={classes.at}>
            <Instant at={node.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
