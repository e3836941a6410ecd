import type { FragmentType } from '@apollo/client/masking';
import { Button } from '@mantine/core';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberProfile_memberFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { account } from '#messages/account.ts';
import { detail as detailWords } from '#messages/admin/detail.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { MemberHead } from './MemberHead.tsx';
import { MemberStatus } from './MemberStatus.tsx';

export const MemberProfile_member = graphql(`
  fragment MemberProfile_member on Member {
    id
    status
    createdAt
    deactivatedAt
    deactivationReason
    closedAt
    selfExclusion {
      since
      until
    }
    timeOutUntil
    user {
      id
      uid
      name
      email
      avatar
    }
    wallet {
      id
      available
      held
    }
  }
`);

interface MemberProfileProps {
  member: FragmentType<MemberProfile_memberFragment>;
  /** Shows where the balance is corrected; null where it can't be. */
  onCorrect: (() => void) | null;
}

/** Identity, wallet and status of a member; admins are deactivated in the list of admins only. */
export function MemberProfile({ member, onCorrect }: MemberProfileProps) {
  const { data } = useFragmentData({ fragment: MemberProfile_member, from: member });
  const { user, wallet, status } = data;
  const may = useMay();
  const detail = detailWords;
  return (
    <Card title={detail.profile}>
      <Stack gap={12}>
        <MemberHead user={user} id={account.uid(user.uid)} status={status} />
        <Facts
          facts={[
            [detail.available, wallet && formatMoney(wallet.available)],
            [detail.held, wallet && formatMoney(wallet.held)],
            [detail.registered, formatInstant(data.createdAt)],
            [detail.deactivated, data.closedAt ? null : data.deactivatedAt && formatInstant(data.deactivatedAt)],
            [detail.reason, data.deactivationReason],
            [detail.excluded, data.selfExclusion && exclusionText(data.selfExclusion)],
            [detail.timeOut, data.timeOutUntil && formatInstant(data.timeOutUntil)],
          ]}
        />
        {data.closedAt && <Notice tone="calm">{detail.closed(formatInstant(data.closedAt))}</Notice>}
        {wallet && !data.closedAt && onCorrect && (
          <Button variant="subtle" mih={44} onClick={onCorrect}>
            {detail.correct}
          </Button>
        )}
        {wallet && !data.closedAt && may('MEMBER_DEACTIVATE') && (
          <MemberStatus user={user} active={status === 'ACTIVE'} />
        )}
      </Stack>
    </Card>
  );
}

function exclusionText({ since, until }: { readonly since: string; readonly until: string | null }): string {
  const { excludedUntil, excludedForEver } = detailWords;
  return until === null
    ? excludedForEver(formatInstant(since))
    : excludedUntil(formatInstant(since), formatInstant(until));
}
