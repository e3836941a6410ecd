import type { Context } from '../ground/verbs/context.ts';
import type { DomainError } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';

/** How recording a payout of a batch went: `refusal` is null where it is paid. */
export interface RecordedPayout {
  payoutId: bigint;
  refusal: DomainError | null;
}

export const recordBatchPayoutsVerb = verb({
  name: 'recordBatchPayouts',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: true,
  audit: [],
  refusals: ['NOT_FOUND', 'PAYOUT_BATCH_HELD', 'CHANGED_MEANWHILE'],
});

export async function recordBatchPayouts(
  ctx: Context,
  _input: {
    batchId: bigint;
    payouts: readonly { payoutId: bigint; reference: string }[];
    idempotencyKey?: string | undefined;
  },
): Promise<RecordedPayout[]> {
  requireAdmin(ctx, recordBatchPayoutsVerb.may);
  return [];
}
