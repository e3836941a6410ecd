import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberSecurity_memberFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { detail } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { useSession } from '../session/useSession.ts';
import { ResetSecondFactor } from './ResetSecondFactor.tsx';
import { SendResetLink } from './SendResetLink.tsx';

export const MemberSecurity_member = graphql(`
  fragment MemberSecurity_member on Member {
    id
    isPrimary
    status
    closedAt
    secondFactor {
      confirmedAt
      required
    }
    user {
      id
      uid
      name
      userType
    }
  }
`);

/** How a member signs in, and what an admin can do about it. */
export function MemberSecurity({ member }: { member: FragmentType<MemberSecurity_memberFragment> }) {
  const { data } = useFragmentData({ fragment: MemberSecurity_member, from: member });
  const may = useMay();
  const self = useSession()?.user.userId;
  const { user, isPrimary, status, closedAt, secondFactor } = data;
  const { security } = detail;
  if (closedAt) return null;
  const resetLink = user.userType === 'ADMIN' ? 'ADMIN_SEND_RESET_LINK' : 'MEMBER_SEND_RESET_LINK';
  const confirmedAt = secondFactor?.confirmedAt ?? null;
  const state = confirmedAt
    ? security.on(formatInstant(confirmedAt))
    : secondFactor?.required
      ? security.missing
      : security.off;
  return (
    <Card title={security.title}>
      <Stack gap={12}>
        <Facts facts={[[security.secondFactor, state]]} />
        {status === 'ACTIVE' && may(resetLink) && <SendResetLink user={user} />}
        {confirmedAt && isPrimary && <p>{security.primary}</p>}
        {confirmedAt && !isPrimary && user.uid !== self && may('SECOND_FACTOR_RESET') && (
          <ResetSecondFactor user={user} />
        )}
      </Stack>
    </Card>
  );
}
