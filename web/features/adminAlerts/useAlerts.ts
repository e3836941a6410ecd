import { useQuery, useSubscription } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { AlertFacts } from './alertText.ts';

const UseAlerts_Query = graphql(`
  query UseAlerts_Query {
    viewer {
      admin {
        alerts {
          ...AlertFacts_alert @unmask
        }
      }
    }
  }
`);

const UseAlerts_Subscription = graphql(`
  subscription UseAlerts_Subscription {
    alertsChanged {
      id
    }
  }
`);

/** The open alerts that the admin may read, newest first; undefined until they are known. Follows every change. */
export function useAlerts(): readonly AlertFacts[] | undefined {
  const { data, refetch } = useQuery(UseAlerts_Query, { fetchPolicy: 'cache-and-network' });
  useSubscription(UseAlerts_Subscription, {
    ignoreResults: true,
    onData: () => void refetch().catch(() => undefined),
  });
  return data?.viewer?.admin?.alerts;
}
