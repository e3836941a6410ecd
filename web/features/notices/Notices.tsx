import { useQuery, useSubscription } from '@apollo/client/react';
import { useEffect } from 'react';
import { serverClock } from '../../apollo/serverClock.ts';
import { graphql } from '../../gql/gql.ts';
import { inOwnLanguage } from '../../lib/inOwnLanguage.ts';
import { notices } from '#messages/notices.ts';
import classes from './Notices.module.css';

const Notices_Query = graphql(`
  query Notices_Query {
    notices {
      pauses {
        scope
        notice
        noticeHi
      }
      announcements {
        id
        text
        textHi
      }
      nextChangeAt
    }
  }
`);

const Notices_Subscription = graphql(`
  subscription Notices_Subscription {
    noticesChanged {
      pauses {
        scope
        notice
        noticeHi
      }
      announcements {
        id
        text
        textHi
      }
      nextChangeAt
    }
  }
`);

/** So that the clients don't all ask in the same instant. */
const spreadMs = 5_000;
/** Longer timeouts overflow in browsers. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * What the operator tells all players: what is paused, and announcements. Follows changes and time frames. It has no
 * component of ui, because pages would load it with the code they share.
 */
export function Notices() {
  const { data, refetch } = useQuery(Notices_Query);
  useSubscription(Notices_Subscription, {
    ignoreResults: true,
    // The event carries the notices: thousands of clients that fetch them in the same second would be a load peak.
    onData: ({ client, data: { data: event } }) => {
      if (event)
        client.writeQuery({ query: Notices_Query, data: { __typename: 'Query', notices: event.noticesChanged } });
    },
  });
  const nextChangeAt = data?.notices.nextChangeAt;
  useEffect(() => {
    if (!nextChangeAt) return undefined;
    const ms = Math.max(0, Date.parse(nextChangeAt) - serverClock.now()) + 1_000 + Math.random() * spreadMs;
    const timer = setTimeout(() => void refetch().catch(() => undefined), Math.min(ms, longestTimeoutMs));
    return () => clearTimeout(timer);
  }, [nextChangeAt, refetch]);

  const { pauses = [], announcements = [] } = data?.notices ?? {};
  if (pauses.length + announcements.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={notices.label} aria-live="polite">
      {pauses.map(({ scope, notice, noticeHi }) => (
        <p key={scope} className={classes.paused}>
          <strong>{notices.paused[scope]}.</strong> {inOwnLanguage(notice, noticeHi)}
        </p>
      ))}
      {announcements.map(({ id, text, textHi }) => (
        <p key={id} className={classes.notice}>
          {inOwnLanguage(text, textHi)}
        </p>
      ))}
    </section>
  );
}
