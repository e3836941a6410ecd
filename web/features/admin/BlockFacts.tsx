import { graphql } from '../../gql/gql.ts';
import type { BlockFacts_accountFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { payoutHolds } from '#messages/admin/payoutHolds.ts';

graphql(`
  fragment BlockFacts_account on BlockedPayoutAccount {
    id
    reason
    blockedAt
    blockedBy {
      id
      uid
      name
    }
  }
`);

/** By whom a payout account was blocked, when and why. */
export function BlockFacts({ account: { blockedBy, blockedAt, reason } }: { account: BlockFacts_accountFragment }) {
  return (
    <p>
      {payoutHolds.blockedBy(blockedBy.name, formatInstant(blockedAt))} {reason}
    </p>
  );
}
