import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { graphql } from '../../gql/gql.ts';

const ClockSync_Query = graphql(`
  query ClockSync_Query {
    serverTime
  }
`);

const everyMs = 60_000;
const tickMs = 1_000;
/** A longer pause between two ticks is a sleep of the device, a pause of the page, or a change of the date. */
const pauseMs = 5_000;

/**
 * Queries the server's time each minute, when the page becomes visible and after a sleep. The clock link evaluates the
 * response.
 */
export function useClockSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    let askedAt = 0;
    let tickedAt = Date.now();
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      askedAt = Date.now();
      client.query({ query: ClockSync_Query, fetchPolicy: 'no-cache' }).catch(() => undefined);
    };
    const tick = () => {
      const now = Date.now();
      if (Math.abs(now - tickedAt) > pauseMs || now - askedAt >= everyMs) ask();
      tickedAt = now;
    };
    ask();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client]);
}
