import { hash } from 'node:crypto';
import type { Context } from '../context.ts';
import { DomainError, invalidInput } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';
import { verb } from '../verb.ts';
import { decideTransaction } from './decideTransaction.ts';
import { keyUuid } from './idempotency.ts';
import { lookUp } from './transaction.ts';

/** Bounds the time of one call: a decision takes some milliseconds. */
const MAX_APPROVED_AT_ONCE = 100;

/** How it went for one of the deposits: `refusal` is null for those that are approved or proposed. */
export interface DepositApproval {
  transactionId: bigint;
  /** It needs a second admin: it is proposed, and still pending. */
  proposed: boolean;
  refusal: DomainError | null;
}

export const approveDepositsVerb = verb({
  name: 'approveDeposits',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:approve', 'proposal:make'],
  refusals: [],
});

/**
 * Approves up to 100 pending deposits, one after the other, each by `decideTransaction` in a transaction of its own: a
 * refused one doesn't hold up the others. Those that need a second admin are proposed. Resolves to the outcomes in the order of `transactionIds`. Refuses with
 * INVALID_INPUT none, too many, or the same twice.
 */
export async function approveDeposits(
  ctx: Context,
  { transactionIds, idempotencyKey }: { transactionIds: readonly bigint[]; idempotencyKey?: string | undefined },
): Promise<DepositApproval[]> {
  requireAdmin(ctx, approveDepositsVerb.may);
  const count = transactionIds.length;
  if (count < 1 || count > MAX_APPROVED_AT_ONCE) {
    throw invalidInput('transactionIds', `transactionIds must be 1 to ${MAX_APPROVED_AT_ONCE} deposits`);
  }
  if (new Set(transactionIds).size < count) {
    throw invalidInput('transactionIds', 'transactionIds must be different ones');
  }
  if (idempotencyKey !== undefined) keyUuid(idempotencyKey);
  const approvals: DepositApproval[] = [];
  for (const transactionId of transactionIds) {
    approvals.push(await approve(ctx, transactionId, idempotencyKey));
  }
  return approvals;
}

/** Each deposit has a key of its own, made from the call's. */
async function approve(ctx: Context, transactionId: bigint, key: string | undefined): Promise<DepositApproval> {
  try {
    const request = await lookUp(ctx, transactionId);
    if (request?.transactionType === 'debit') {
      throw invalidInput('transactionIds', 'transactionIds must be deposits: a payout needs its reference');
    }
    const idempotencyKey = key && hash('sha256', `${key}/${transactionId}`);
    const { proposed } = await decideTransaction(ctx, { transactionId, decision: 'APPROVE', idempotencyKey });
    return { transactionId, proposed, refusal: null };
  } catch (refusal) {
    if (refusal instanceof DomainError) return { transactionId, proposed: false, refusal };
    throw refusal;
  }
}
