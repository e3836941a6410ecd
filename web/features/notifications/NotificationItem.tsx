import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { NotificationItem_notificationFragment } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Instant } from '../../ui/Instant.tsx';
import classes from './NotificationItem.module.css';

export const NotificationItem_notification = graphql(`
  fragment NotificationItem_notification on Notification {
    title
    body
    createdAt
    readAt
    sample
  }
`);

/** A notification. Samples and unread ones are labelled. */
export function NotificationItem({
  notification,
}: {
  notification: FragmentType<NotificationItem_notificationFragment>;
}) {
  const { data } = useSuspenseFragment({ fragment: NotificationItem_notification, from: notification });
  return (
    <article className={classes.item}>
      <div className={classes.head}>
        <h2 className={classes.title}>{data.title}</h2>
        {data.sample && <span className={classes.chip}>{words.notifications.sample}</span>}
        {!data.readAt && !data.sample && (
          <span className={`${classes.chip} ${classes.new}`}>{words.notifications.unread}</span>
        )}
      </div>
      <p>{data.body}</p>
      <p className={classes.at}>
        <Instant at={data.createdAt} />
      </p>
    </article>
  );
}
