import type { FragmentType } from '@apollo/client/masking';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { AdminCard_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { admins as adminsWords } from '#messages/admin/admins.ts';
import { detail } from '#messages/admin/detail.ts';
import { memberStatus as memberStatusWords } from '#messages/admin/memberStatus.ts';
import { paths } from '../../paths.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useMay } from '../admin/useMay.ts';
import { LinkButton } from '../shell/LinkButton.tsx';
import { useSession } from '../session/useSession.ts';
import classes from './AdminCard.module.css';
import { ChangeRoles } from './ChangeRoles.tsx';
import { DeactivateAdmin } from './DeactivateAdmin.tsx';
import { RoleList } from './RoleList.tsx';

export const AdminCard_member = graphql(`
  fragment AdminCard_member on Member {
    id
    status
    isPrimary
    roles
    lastSignInAt
    secondFactor {
      confirmedAt
      required
    }
    user {
      id
      uid
      name
      email
      avatar
    }
  }
`);

/** An admin in the list, with their roles. The primary admin and the current user can't be deactivated. */
export function AdminCard({ member }: { member: FragmentType<AdminCard_memberFragment> }) {
  const { data } = useFragmentData({ fragment: AdminCard_member, from: member });
  const self = useSession()?.user.userId;
  const may = useMay();
  const { user, status, isPrimary } = data;
  const admins = adminsWords;
  const memberStatus = memberStatusWords;
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <img src={user.avatar} alt="" className={classes.avatar} />
        <div className={classes.text}>
          <h3 className={classes.name}>{user.name}</h3>
          <p className={classes.detail}>{admins.id(user.uid)}</p>
          <p className={classes.detail}>{user.email}</p>
        </div>
        <ActivePill active={status === 'ACTIVE'}>{memberStatus[status]}</ActivePill>
      </div>
      <RoleList roles={data.roles} />
      <Facts
        facts={[
          [detail.security.secondFactor, <SecondFactor key="secondFactor" admin={data} />],
          [admins.lastSignIn, data.lastSignInAt ? formatInstant(data.lastSignInAt) : admins.never],
        ]}
      />
      <LinkButton to={paths.admin.staff(user.uid)} label={admins.detailsOf(user.name)}>
        {admins.details}
      </LinkButton>
      {isPrimary && <p className={classes.detail}>{admins.primary}</p>}
      {!isPrimary && user.uid === self && <p className={classes.detail}>{admins.self}</p>}
      <div className={classes.actions}>
        {may('ADMIN_SET_ROLES') && status === 'ACTIVE' && (
          <ChangeRoles admin={user} roles={data.roles} staysOwner={isPrimary} />
        )}
        {may('ADMIN_DEACTIVATE') && !isPrimary && user.uid !== self && (
          <DeactivateAdmin user={user} active={status === 'ACTIVE'} />
        )}
      </div>
    </Card>
  );
}

function SecondFactor({ admin: { status, secondFactor } }: { admin: AdminCard_memberFragment }) {
  const { security } = detail;
  if (secondFactor?.confirmedAt) return <span>{security.on(formatInstant(secondFactor.confirmedAt))}</span>;
  if (!secondFactor?.required || status !== 'ACTIVE') return <span>{security.off}</span>;
  return <Badge text={security.missing} icon={IconAlertTriangle} />;
}
