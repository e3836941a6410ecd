import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { decideEach, type EachDecision } from './decideEach.ts';
import type { DenialReason } from './denialReasons.ts';

export const denyTransactionsVerb = verb({
  name: 'denyTransactions',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:deny'],
  refusals: [],
});

/**
 * Denies up to 100 pending deposits or withdrawals with one reason, as `decideEach` does; what withdrawals hold returns. A reason
 * that doesn't fit one of them refuses that one with INVALID_INPUT.
 */
export async function denyTransactions(
  ctx: Context,
  {
    denialReason,
    message,
    ...input
  }: {
    transactionIds: readonly bigint[];
    denialReason: DenialReason;
    message?: string | undefined;
    idempotencyKey?: string | undefined;
  },
): Promise<EachDecision[]> {
  requireAdmin(ctx, denyTransactionsVerb.may);
  return decideEach(ctx, input, { decision: 'DENY', denialReason, message });
}
