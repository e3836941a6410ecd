import type { FragmentType } from '@apollo/client/masking';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { NotificationItem_notificationFragment } from '../../gql/graphql.ts';
import { notifications } from '#messages/notifications.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './NotificationItem.module.css';

export const NotificationItem_notification = graphql(`
  fragment NotificationItem_notification on Notification {
    title
    body
    createdAt
    readAt
    sample
    kind
    transaction {
      id
    }
    ticketMessage {
      id
      ticket {
        id
      }
    }
  }
`);

/** A notification. Samples and unread ones are labelled. */
export function NotificationItem({
  notification,
}: {
  notification: FragmentType<NotificationItem_notificationFragment>;
}) {
  const { data } = useFragmentData({ fragment: NotificationItem_notification, from: notification });
  const target = targetOf(data);
  return (
    <article className={classes.item}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {target ? (
            <Link to={target.to} state={target.state} className={classes.link ?? ''}>
              {data.title}
            </Link>
          ) : (
            data.title
          )}
        </h2>
        {data.sample && <span className={classes.chip}>{notifications.sample}</span>}
        {!data.readAt && !data.sample && (
          <span className={`${classes.chip} ${classes.new}`}>{notifications.unread}</span>
        )}
      </div>
      <p>{data.body}</p>
      <p className={classes.at}>
        <Instant at={data.createdAt} />
      </p>
      {target && <IconChevronRight size={18} className={classes.leads} aria-hidden />}
    </article>
  );
}

/** The screen that a notification is about; null when it is about none. */
function targetOf({ kind, transaction, ticketMessage }: NotificationItem_notificationFragment) {
  if (transaction) return { to: paths.paymentStatus, state: { transactionId: transaction.id } };
  if (ticketMessage) return { to: paths.chat, state: { ticketId: ticketMessage.ticket.id } };
  return kind === 'ROUNDS_PLAYED' || kind === 'ROUND_WON' ? { to: paths.activity, state: null } : null;
}
