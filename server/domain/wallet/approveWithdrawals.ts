import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { decideEach, type EachDecision } from './decideEach.ts';

export const approveWithdrawalsVerb = verb({
  name: 'approveWithdrawals',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:approve', 'proposal:make'],
  refusals: [],
});

/**
 * Approves up to 100 pending withdrawals, as `decideEach` does: they are being paid from then on. Those that need a second admin are
 * proposed.
 */
export async function approveWithdrawals(
  ctx: Context,
  input: { transactionIds: readonly bigint[]; idempotencyKey?: string | undefined },
): Promise<EachDecision[]> {
  requireAdmin(ctx, approveWithdrawalsVerb.may);
  return decideEach(ctx, input, {
    decision: 'APPROVE',
    check: ({ transactionType }) => {
      if (transactionType === 'credit') throw invalidInput('transactionIds', 'transactionIds must be withdrawals');
    },
  });
}
