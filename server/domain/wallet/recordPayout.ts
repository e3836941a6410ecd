import type { Tx } from '../../../db/client.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { verb } from '../ground/verbs/verb.ts';
import { carryOutDecision } from './carryOutDecision.ts';
import { parsePayoutReference } from './destination.ts';
import { withIdempotency } from './idempotency.ts';
import { refuseBatched } from './payoutInBatch.ts';
import { asDecided, rememberedTransaction } from './rememberedTransaction.ts';
import { alreadyDecided, lockTransaction, noSuchTransaction, type WalletTransaction } from './transaction.ts';

export const recordPayoutVerb = verb({
  name: 'recordPayout',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: true,
  audit: ['transaction:pay'],
  refusals: ['NOT_FOUND', 'NOT_APPROVED', 'ALREADY_DECIDED', 'PAYOUT_IN_BATCH'],
});

const remembered = rememberedTransaction(asDecided);

/**
 * Records, once, that an approved withdrawal was paid: its held amount leaves the wallet, and its player reads the reference. Refuses
 * with NOT_FOUND an unknown one, with NOT_APPROVED one that waits for its approval, with ALREADY_DECIDED what is paid, denied or
 * cancelled, with PAYOUT_IN_BATCH one in a batch, with INVALID_INPUT a reference of another form than 4 to 35 letters or digits, and that of another payout.
 */
export async function recordPayout(
  ctx: Context,
  input: { transactionId: bigint; payoutReference: string; idempotencyKey?: string | undefined },
): Promise<WalletTransaction> {
  const adminId = requireAdmin(ctx, recordPayoutVerb.may);
  const { transactionId, idempotencyKey: key } = input;
  const payoutReference = parsePayoutReference(input.payoutReference);
  const call = { verb: recordPayoutVerb, remembered, key, payload: { transactionId, payoutReference } };
  let events: DomainEvent[] = [];
  const { answer, replayed } = await withIdempotency(ctx, call, async (tx) => {
    const approved = await lockTransaction(tx, transactionId);
    if (approved === undefined) throw noSuchTransaction();
    refuseUnapproved(approved);
    await refuseBatched(tx, approved);
    const done = await carryOutPayment(tx, ctx, approved, { payoutReference, adminId });
    ({ events } = done);
    return { transaction: done.transaction };
  });
  if (!replayed) ctx.events.publish(...events);
  return answer.transaction;
}

/** Pays a locked withdrawal that is approved, in the name of `adminId`: as carryOutDecision. */
export function carryOutPayment(
  tx: Tx,
  ctx: Context,
  approved: WalletTransaction,
  { payoutReference, adminId }: { payoutReference: string; adminId: bigint },
): ReturnType<typeof carryOutDecision> {
  const { amount, message } = approved;
  const payment = { decision: 'APPROVE', paid: true, amount, message, payoutReference, denialReason: null } as const;
  return carryOutDecision(tx, ctx, approved, payment, { adminId });
}

/** Refuses with NOT_APPROVED a request that waits for its approval, with ALREADY_DECIDED one that is past its payment. */
export function refuseUnapproved(transaction: WalletTransaction): void {
  if (transaction.status === 'pending') {
    throw new DomainError('NOT_APPROVED', 'This withdrawal isn’t approved: approve it before it is paid.');
  }
  if (transaction.status !== 'approved') throw alreadyDecided(transaction);
}
