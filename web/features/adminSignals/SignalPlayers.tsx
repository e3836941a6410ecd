import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { SignalPlayers_QueryQuery } from '../../gql/graphql.ts';
import { signals as texts } from '#messages/admin/signals.ts';
import { Card } from '../../ui/Card.tsx';
import { CardGrid } from '../../ui/CardGrid.tsx';
import { DataTable, NumericCell, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './Signals.module.css';

const SignalPlayers_Query = graphql(`
  query SignalPlayers_Query($signalId: ID!) {
    node(id: $signalId) {
      ... on Signal {
        id
        players {
          user {
            id
            uid
            name
          }
          registeredAt
          lastSignInAt
          deactivated
          available
          deposited
          withdrawn
          staked
          returned
          flags
        }
      }
    }
  }
`);

const { columns } = texts;
const playerColumns: readonly Column[] = [
  { key: 'player', title: columns.player },
  { key: 'registered', title: columns.registered },
  { key: 'lastSignIn', title: columns.lastSignIn },
  { key: 'available', title: columns.available, numeric: true },
  { key: 'deposited', title: columns.deposited, numeric: true },
  { key: 'withdrawn', title: columns.withdrawn, numeric: true },
  { key: 'staked', title: columns.staked, numeric: true },
  { key: 'returned', title: columns.returned, numeric: true },
];

type Player = Extract<SignalPlayers_QueryQuery['node'], { __typename: 'Signal' }>['players'][number];

/** The accounts of a signal side by side. */
export function SignalPlayers({ signalId, count }: { signalId: string; count: number }) {
  const answer = useQuery(SignalPlayers_Query, { variables: { signalId }, fetchPolicy: 'cache-and-network' });
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        if (node?.__typename !== 'Signal') return <EmptyState title={texts.none} />;
        return (
          <>
            <Players players={node.players} />
            {count > node.players.length && <p>{texts.morePlayers(count - node.players.length)}</p>}
          </>
        );
      }}
    </QueryBoundary>
  );
}

function Players({ players }: { players: readonly Player[] }) {
  if (useRoomForTable()) {
    return (
      <DataTable label={texts.players} columns={playerColumns} flat>
        {players.map((player) => (
          <tr key={player.user.id}>
            <td>
              <Name player={player} />
            </td>
            <td>
              <Instant at={player.registeredAt} />
            </td>
            <td>
              <LastSignIn at={player.lastSignInAt} />
            </td>
            <NumericCell>
              <MoneyText amount={player.available} />
            </NumericCell>
            <NumericCell>
              <MoneyText amount={player.deposited} />
            </NumericCell>
            <NumericCell>
              <MoneyText amount={player.withdrawn} />
            </NumericCell>
            <NumericCell>
              <MoneyText amount={player.staked} />
            </NumericCell>
            <NumericCell>
              <MoneyText amount={player.returned} />
            </NumericCell>
          </tr>
        ))}
      </DataTable>
    );
  }
  return (
    <CardGrid title={texts.players} titleHidden>
      {players.map((player) => (
        <li key={player.user.id}>
          <Card>
            <Name player={player} />
            <Facts
              facts={[
                [columns.registered, <Instant key="registered" at={player.registeredAt} />],
                [columns.lastSignIn, <LastSignIn key="lastSignIn" at={player.lastSignInAt} />],
                [columns.available, <MoneyText key="available" amount={player.available} />],
                [columns.deposited, <MoneyText key="deposited" amount={player.deposited} />],
                [columns.withdrawn, <MoneyText key="withdrawn" amount={player.withdrawn} />],
                [columns.staked, <MoneyText key="staked" amount={player.staked} />],
                [columns.returned, <MoneyText key="returned" amount={player.returned} />],
              ]}
            />
          </Card>
        </li>
      ))}
    </CardGrid>
  );
}

function Name({ player: { user, deactivated, flags } }: { player: Player }) {
  return (
    <div className={classes.name}>
      <FlagBadges flags={flags} compact />
      <PlayerLink uid={user.uid} name={user.name} />
      {deactivated && <span className={classes.quiet}>{texts.deactivated}</span>}
    </div>
  );
}

function LastSignIn({ at }: { at: string | null }) {
  return at === null ? <span>{texts.never}</span> : <Instant at={at} />;
}
