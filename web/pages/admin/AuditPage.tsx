import { useQuery } from '@apollo/client/react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ExportButton } from '../../features/admin/ExportButton.tsx';
import { keepPreviousData } from '../../features/admin/keepPreviousData.ts';
import { readRange } from '../../features/admin/RangeFields.tsx';
import { actionOf, useAuditFilter } from '../../features/adminAudit/auditFilter.ts';
import { AuditFilters } from '../../features/adminAudit/AuditFilters.tsx';
import { AuditList } from '../../features/adminAudit/AuditList.tsx';
import { ChainCheckCard } from '../../features/adminAudit/ChainCheckCard.tsx';
import { useNewEntries } from '../../features/adminAudit/useNewEntries.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { ShowMore } from '../../features/shell/ShowMore.tsx';
import { graphql } from '../../gql/gql.ts';
import { audit } from '#messages/admin/audit.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack } from '../../ui/Stack.tsx';

const AuditPage_Query = graphql(`
  query AuditPage_Query(
    $action: AuditAction
    $actor: String
    $subject: String
    $from: DateTime
    $to: DateTime
    $after: String
  ) {
    viewer {
      admin {
        auditActions
        auditLog(first: 20, after: $after, action: $action, actor: $actor, subject: $subject, from: $from, to: $to) {
          edges {
            node {
              id
              ...AuditLine_entry
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

/** The audit log, newest first. */
export default function AuditPage() {
  const [filter, changeFilter] = useAuditFilter();
  const { from, to } = readRange(filter);
  const variables = {
    action: actionOf(filter),
    actor: filter.actor || null,
    subject: filter.subject || null,
    from,
    to,
  };
  const answer = useQuery(AuditPage_Query, { variables, fetchPolicy: 'cache-and-network' });
  const newCount = useNewEntries(variables, answer.data?.viewer?.admin?.auditLog?.edges[0]?.node.id);
  return (
    <AdminPage title={audit.title} actions={<ExportButton name="audit" what={audit.exported} />}>
      <p>{audit.hint}</p>
      <ChainCheckCard />
      <QueryBoundary of={keepPreviousData(answer)}>
        {({ viewer }) => {
          const log = viewer?.admin?.auditLog;
          return (
            <Stack>
              <AuditFilters filter={filter} actions={viewer?.admin?.auditActions ?? []} onChange={changeFilter} />
              {newCount > 0 && (
                <Button variant="light" fullWidth onClick={() => void answer.refetch().catch(() => undefined)}>
                  {audit.arrived(newCount)}
                </Button>
              )}
              {log && log.edges.length > 0 ? (
                <>
                  <AuditList entries={log.edges.map(({ node }) => node)} />
                  <ShowMore pageInfo={log.pageInfo} fetchMore={answer.fetchMore} />
                </>
              ) : (
                <Card>
                  <EmptyState title={audit.none} hint={audit.noneHint} />
                </Card>
              )}
            </Stack>
          );
        }}
      </QueryBoundary>
    </AdminPage>
  );
}
