import type { FragmentType } from '@apollo/client/masking';
import type { AuditLine_entryFragment } from '../../gql/graphql.ts';
import { audit } from '#messages/admin/audit.ts';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { AuditLine } from './AuditLine.tsx';

const { title, columns } = audit;

const auditColumns: readonly Column[] = [
  { key: 'at', title: columns.at },
  { key: 'actor', title: columns.actor },
  { key: 'action', title: columns.action },
  { key: 'changes', title: columns.changes },
  { key: 'reason', title: columns.reason },
];

/** Entries as a table where it fits, else as cards. */
export function AuditList({
  entries,
}: {
  entries: readonly ({ readonly id: string } & FragmentType<AuditLine_entryFragment>)[];
}) {
  if (useRoomForTable()) {
    return (
      <DataTable label={title} columns={auditColumns}>
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} as="row" />
        ))}
      </DataTable>
    );
  }
  return (
    <CardGrid title={title} titleHidden>
      {entries.map((entry) => (
        <li key={entry.id}>
          <AuditLine entry={entry} as="card" />
        </li>
      ))}
    </CardGrid>
  );
}
