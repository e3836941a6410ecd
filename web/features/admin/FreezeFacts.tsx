import { graphql } from '../../gql/gql.ts';
import type { FreezeFacts_freezeFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { payoutHolds as texts } from '#messages/admin/payoutHolds.ts';

graphql(`
  fragment FreezeFacts_freeze on PayoutFreeze {
    reason
    madeAt
    endsAt
    madeBy {
      id
      name
    }
    extendedAt
    extensionReason
    extendedBy {
      id
      name
    }
  }
`);

/** Until when a player's payouts are frozen, by whom and why. */
export function FreezeFacts({ freeze }: { freeze: FreezeFacts_freezeFragment }) {
  const { reason, madeAt, madeBy, endsAt, extendedAt, extendedBy, extensionReason } = freeze;
  return (
    <>
      <p>
        <strong>{texts.until(formatInstant(endsAt))}</strong>
      </p>
      <p>
        {texts.by(madeBy.name, formatInstant(madeAt))} {reason}
      </p>
      {extendedAt && extendedBy && (
        <p>
          {texts.extendedBy(extendedBy.name, formatInstant(extendedAt))} {extensionReason}
        </p>
      )}
    </>
  );
}
