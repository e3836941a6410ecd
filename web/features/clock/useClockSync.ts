import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { graphql } from '../../gql/gql.ts';

const ClockSync_Query = graphql(`
  query ClockSync_Query {
    serverTime
  }
`);

const everyMs = 60_000;

/** Queries the server's time each minute and when the page becomes visible. The clock link evaluates the response. */
export function useClockSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      client.query({ query: ClockSync_Query, fetchPolicy: 'no-cache' }).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, everyMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client]);
}
