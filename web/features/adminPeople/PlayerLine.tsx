import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { PlayerLine_memberFragment } from '../../gql/graphql.ts';
import { memberStatus } from '#messages/admin/memberStatus.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { NumericCell } from '../../ui/DataTable.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import classes from './PlayerLine.module.css';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { PlayerLink } from '../admin/PlayerLink.tsx';

export const PlayerLine_member = graphql(`
  fragment PlayerLine_member on Member {
    id
    status
    createdAt
    flags {
      flag
    }
    user {
      id
      uid
      name
      email
    }
    wallet {
      id
      available
      held
    }
  }
`);

/** A player in the list, as a table row or as a card. */
export function PlayerLine({ member, as }: { member: FragmentType<PlayerLine_memberFragment>; as: 'row' | 'card' }) {
  const { data } = useFragmentData({ fragment: PlayerLine_member, from: member });
  return as === 'row' ? <Row player={data} /> : <AsCard player={data} />;
}

function Row({ player: { user, wallet, createdAt, status, flags } }: { player: PlayerLine_memberFragment }) {
  return (
    <tr>
      <td>
        <PlayerLink uid={user.uid} name={user.name} />
      </td>
      <td>{user.email}</td>
      <NumericCell>{wallet && <MoneyText amount={wallet.available} />}</NumericCell>
      <NumericCell>{wallet && <MoneyText amount={wallet.held} />}</NumericCell>
      <td>
        <Instant at={createdAt} />
      </td>
      <td>
        <ActivePill active={status === 'ACTIVE'}>{memberStatus[status]}</ActivePill>
      </td>
      <td>
        <FlagBadges flags={flags.map(({ flag }) => flag)} />
      </td>
    </tr>
  );
}

function AsCard({ player: { user, wallet, status, flags } }: { player: PlayerLine_memberFragment }) {
  return (
    <Card className={classes.card}>
      <div className={classes.line}>
        <PlayerLink uid={user.uid} name={user.name} />
        {wallet && <MoneyText amount={wallet.available} />}
      </div>
      <div className={classes.line}>
        <span className={classes.email}>{user.email}</span>
        <ActivePill active={status === 'ACTIVE'}>{memberStatus[status]}</ActivePill>
      </div>
      <FlagBadges flags={flags.map(({ flag }) => flag)} />
    </Card>
  );
}
