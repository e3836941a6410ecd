import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { decideEach, type EachDecision } from './decideEach.ts';

export const approveDepositsVerb = verb({
  name: 'approveDeposits',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:approve', 'proposal:make'],
  refusals: [],
});

/** Approves up to 100 pending deposits, as `decideEach` does. Those that need a second admin are proposed. */
export async function approveDeposits(
  ctx: Context,
  input: { transactionIds: readonly bigint[]; idempotencyKey?: string | undefined },
): Promise<EachDecision[]> {
  requireAdmin(ctx, approveDepositsVerb.may);
  return decideEach(ctx, input, {
    decision: 'APPROVE',
    check: ({ transactionType }) => {
      if (transactionType === 'debit') {
        throw invalidInput('transactionIds', 'transactionIds must be deposits');
      }
    },
  });
}
