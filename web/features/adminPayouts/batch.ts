import { graphql } from '../../gql/gql.ts';
import type { Batch_batchFragment } from '../../gql/graphql.ts';

/** All that the page of a batch shows. */
graphql(`
  fragment Batch_batch on PayoutBatch {
    id
    number
    state
    bank
    format
    day
    practice
    madeAt
    madeBy {
      id
      name
    }
    heldSince
    heldBy {
      id
      name
    }
    downloadedAt
    viewerHolds
    viewerMayRelease
    viewerMayTake
    payee {
      id
      upiId
      accountNumber
    }
    file {
      path
    }
    sums {
      count
      amount
      openCount
      openAmount
    }
    payouts {
      id
      code
      position
      outcome
      reason
      decidedAt
      decidedBy {
        id
        name
      }
      transaction {
        id
        amount
        payoutReference
        upiId
        accountNumber
        ifscCode
        accountHolderName
        player {
          id
          uid
          name
        }
      }
    }
    inStatement {
      reference
      payout {
        id
      }
    }
  }
`);

export type Batch = Batch_batchFragment;
export type BatchPayout = Batch['payouts'][number];

/** Whether its reference can be typed: the batch is in the viewer's hands, at the bank, and it waits. */
export function isAwaited({ viewerHolds, downloadedAt }: Batch, { outcome }: BatchPayout): boolean {
  return viewerHolds && downloadedAt !== null && outcome === null;
}
