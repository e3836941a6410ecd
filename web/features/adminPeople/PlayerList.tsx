import type { FragmentType } from '@apollo/client/masking';
import type { PlayerLine_memberFragment } from '../../gql/graphql.ts';
import { players } from '#messages/admin/players.ts';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { PlayerLine } from './PlayerLine.tsx';

const { title, columns } = players;

const playerColumns: readonly Column[] = [
  { key: 'player', title: columns.player },
  { key: 'email', title: columns.email },
  { key: 'balance', title: columns.balance, numeric: true },
  { key: 'held', title: columns.held, numeric: true },
  { key: 'registered', title: columns.registered },
  { key: 'status', title: columns.status },
  { key: 'flags', title: columns.flags },
];

/** Players as a table where it fits, else as cards. */
export function PlayerList({
  members,
}: {
  members: readonly ({ readonly id: string } & FragmentType<PlayerLine_memberFragment>)[];
}) {
  if (useRoomForTable()) {
    return (
      <DataTable label={title} columns={playerColumns}>
        {members.map((member) => (
          <PlayerLine key={member.id} member={member} as="row" />
        ))}
      </DataTable>
    );
  }
  return (
    <CardGrid title={title} titleHidden>
      {members.map((member) => (
        <li key={member.id}>
          <PlayerLine member={member} as="card" />
        </li>
      ))}
    </CardGrid>
  );
}
