import type { FragmentType } from '@apollo/client/masking';
import { Button } from '@mantine/core';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { ClaimNotice_transactionFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { queue } from '#messages/admin/queue.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../session/useSession.ts';
import { useClaim } from './useClaim.ts';

export const ClaimNotice_transaction = graphql(`
  fragment ClaimNotice_transaction on Transaction {
    id
    claim {
      until
      admin {
        id
        uid
        name
      }
    }
  }
`);

/** Claims an open request; where another admin holds the claim, shows that admin and a button that takes it over. */
export function ClaimNotice({ transaction }: { transaction: FragmentType<ClaimNotice_transactionFragment> }) {
  const { data } = useFragmentData({ fragment: ClaimNotice_transaction, from: transaction });
  const self = useSession()?.user.userId;
  const takeOver = useClaim(data.id);
  if (!data.claim || data.claim.admin.uid === self) return null;
  const { claim } = queue;
  return (
    <Notice tone="attention">
      <p>{claim.other(data.claim.admin.name, formatInstant(data.claim.until))}</p>
      <Button variant="light" onClick={takeOver}>
        {claim.takeOver}
      </Button>
    </Notice>
  );
}
