import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { payoutBatches } from '#messages/admin/payouts.ts';

const ReleasePayoutBatch_Mutation = graphql(`
  mutation ReleasePayoutBatch_Mutation($input: ReleasePayoutBatchInput!) {
    releasePayoutBatch(input: $input) {
      ... on PayoutBatchPayload {
        batch {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const TakePayoutBatch_Mutation = graphql(`
  mutation TakePayoutBatch_Mutation($input: TakePayoutBatchInput!) {
    takePayoutBatch(input: $input) {
      ... on PayoutBatchPayload {
        batch {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const SetPayoutsNotSent_Mutation = graphql(`
  mutation SetPayoutsNotSent_Mutation($input: SetPayoutsNotSentInput!) {
    setPayoutsNotSent(input: $input) {
      ... on SetPayoutsNotSentPayload {
        batch {
          id
          state
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

export const RecordBatchPayouts_Mutation = graphql(`
  mutation RecordBatchPayouts_Mutation($input: RecordBatchPayoutsInput!) {
    recordBatchPayouts(input: $input) {
      ... on RecordBatchPayoutsPayload {
        recorded {
          payout {
            id
            code
          }
          refusal {
            code
            message
          }
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const refetch = ['PayoutBatchPage_Query'];
const releaseOptions = { toast: () => payoutBatches.head.released, refetch };
const takeOptions = { toast: () => payoutBatches.head.taken, refetch };
const notSentOptions = { refetch };
const recordOptions = { keyed: true, refetch } as const;

/** What an admin does with a batch. */
export function useBatchActions(batchId: string) {
  const release = useAction(ReleasePayoutBatch_Mutation, releaseOptions);
  const take = useAction(TakePayoutBatch_Mutation, takeOptions);
  const notSent = useAction(SetPayoutsNotSent_Mutation, notSentOptions);
  const record = useAction(RecordBatchPayouts_Mutation, recordOptions);
  return {
    busy: [release, take, notSent, record].some(({ pending }) => pending),
    release: () => release.act({ batchId }),
    take: () => take.act({ batchId }),
    setNotSent: (payoutIds: string[], reason: string) => notSent.act({ batchId, payoutIds, reason }),
    record: (payouts: { payoutId: string; reference: string }[]) => record.act({ batchId, payouts }),
    problem: notSent.problem?.text ?? record.problem?.text,
  };
}
