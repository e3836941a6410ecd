import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { StaffProfile_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { admins as adminsWords } from '#messages/admin/admins.ts';
import { detail as detailWords } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { MemberHead } from './MemberHead.tsx';
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
  const { data } = useFragmentData({ fragment: StaffProfile_member, from: member });
  const { user, status, sessions } = data;
  const admins = adminsWords;
  const detail = detailWords;
  const [latest] = sessions;
  return (
    <Card title={detail.profile}>
      <Stack gap={12}>
        <MemberHead user={user} id={admins.id(user.uid)} status={status} />
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
