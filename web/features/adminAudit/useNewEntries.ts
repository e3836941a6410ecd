import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { AuditPage_QueryQueryVariables } from '../../gql/graphql.ts';

const NewEntries_Query = graphql(`
  query NewEntries_Query(
    $than: ID!
    $action: AuditAction
    $actor: String
    $subject: String
    $from: DateTime
    $to: DateTime
  ) {
    viewer {
      admin {
        auditNewer(than: $than, action: $action, actor: $actor, subject: $subject, from: $from, to: $to)
      }
    }
  }
`);

const pollMs = 5_000;

/**
 * How many entries that match the filter were added since the newest one that is shown, up to 100. Polled, because every
 * verb writes to the log and none of them publishes an event for it.
 */
export function useNewEntries(filter: AuditPage_QueryQueryVariables, newest: string | undefined): number {
  const { data } = useQuery(NewEntries_Query, {
    variables: { ...filter, than: newest ?? '' },
    skip: newest === undefined,
    pollInterval: pollMs,
    skipPollAttempt: () => document.hidden,
    fetchPolicy: 'network-only',
  });
  return data?.viewer?.admin?.auditNewer ?? 0;
}
