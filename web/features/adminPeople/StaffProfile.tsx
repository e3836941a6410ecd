import type { FragmentType } from '@apollo/client/masking';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { StaffProfile_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './MemberProfile.module.css';
import { RoleList } from './RoleList.tsx';

export const StaffProfile_member = graphql(`
  fragment StaffProfile_member on Member {
    id
    status
    isPrimary
    roles
    createdAt
    deactivatedAt
    deactivationReason
    user {
      id
      uid
      email
      avatar
    }
    sessions {
      id
      createdAt
    }
  }
`);

/** An admin's identity, roles and last sign-in. */
export function StaffProfile({ member }: { member: FragmentType<StaffProfile_memberFragment> }) {
  const { data } = useSuspenseFragment({ fragment: StaffProfile_member, from: member });
  const { user, status, sessions } = data;
  const admins = words.admin.admins;
  const detail = words.admin.detail;
  const memberStatus = words.admin.memberStatus;
  const [latest] = sessions;
  return (
    <Card title={detail.profile}>
      <Stack gap={12}>
        <div className={classes.head}>
          <img src={user.avatar} alt="" className={classes.avatar} />
          <div className={classes.text}>
            <p className={classes.uid}>
              {admins.id(user.uid)}
              <CopyButton text={user.uid} label={words.account.copyUid} copied={words.account.uidCopied} />
            </p>
            <p className={classes.email}>{user.email}</p>
          </div>
          <ActivePill active={status === 'ACTIVE'}>{memberStatus[status]}</ActivePill>
        </div>
        <RoleList roles={data.roles} />
        {data.isPrimary && <p>{admins.primary}</p>}
        <Facts
          facts={[
            [detail.registered, formatInstant(data.createdAt)],
            [admins.lastSignIn, latest ? formatInstant(latest.createdAt) : admins.never],
            [detail.deactivated, data.deactivatedAt && formatInstant(data.deactivatedAt)],
            [detail.reason, data.deactivationReason],
          ]}
        />
      </Stack>
    </Card>
  );
}
