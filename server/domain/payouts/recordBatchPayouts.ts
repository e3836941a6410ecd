import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import type { Context } from '../ground/verbs/context.ts';
import type { DomainEvent } from '../ground/verbs/events.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { matchLines } from '../statements/matchLines.ts';
import { parsePayoutReference } from '../wallet/destination.ts';
import { keyUuid, withIdempotency } from '../wallet/idempotency.ts';
import { carryOutPayment } from '../wallet/recordPayout.ts';
import { asDecided, rememberedTransaction } from '../wallet/rememberedTransaction.ts';
import { lockTransaction } from '../wallet/transaction.ts';
import { lockBatch, MOST_PAYOUTS, requireBatch, refuseOthers, type PayoutBatch } from './payoutBatch.ts';

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
  audit: ['transaction:pay'],
  refusals: ['NOT_FOUND', 'PAYOUT_BATCH_HELD', 'CHANGED_MEANWHILE'],
});

const remembered = rememberedTransaction(asDecided);

interface Payment {
  payoutId: bigint;
  /** The bank's own reference: 4 to 35 letters or digits. */
  reference: string;
}

interface Payments {
  batchId: bigint;
  payouts: readonly Payment[];
  idempotencyKey?: string | undefined;
}

/**
 * Records 1 to 200 payouts of a batch as paid, each with the bank's reference and in a transaction of its own, with a key made from the
 * call's: a refused one holds up no other. Lines of the paying account's statement are matched with them at once. Resolves to the
 * outcomes in the order given; one is refused with CHANGED_MEANWHILE where it has an outcome, with INVALID_INPUT a reference of
 * another form, and that of another payout. For the holder of the batch; refuses others with PAYOUT_BATCH_HELD. Refuses
 * with NOT_FOUND, with CHANGED_MEANWHILE a batch whose file wasn't downloaded, with INVALID_INPUT none, too many, or one twice.
 */
export async function recordBatchPayouts(ctx: Context, input: Payments): Promise<RecordedPayout[]> {
  const adminId = requireAdmin(ctx, recordBatchPayoutsVerb.may);
  const { batchId, payouts, idempotencyKey } = input;
  if (payouts.length < 1 || payouts.length > MOST_PAYOUTS) {
    throw invalidInput('payouts', `payouts must be 1 to ${MOST_PAYOUTS}`);
  }
  if (new Set(payouts.map(({ payoutId }) => payoutId)).size < payouts.length) {
    throw invalidInput('payouts', 'payouts must be different ones');
  }
  if (idempotencyKey !== undefined) keyUuid(idempotencyKey);
  const batch = await requireBatch(ctx.db, batchId);
  refuseOthers(batch, adminId);
  refuseUnsent(batch);
  const recorded: RecordedPayout[] = [];
  for (const payment of payouts) {
    const key = idempotencyKey && hash('sha256', `${idempotencyKey}/${payment.payoutId}`);
    recorded.push({
      payoutId: payment.payoutId,
      refusal: await refusalOf(() => pay(ctx, { ...payment, batchId, key })),
    });
  }
  if (recorded.some(({ refusal }) => refusal === null)) {
    await inTransaction(ctx.db, (tx) => matchLines(tx, batch.payeeId, ctx.now));
  }
  return recorded;
}

async function refusalOf(run: () => Promise<void>): Promise<DomainError | null> {
  try {
    await run();
    return null;
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal;
    throw refusal;
  }
}

async function pay(
  ctx: Context,
  { batchId, payoutId, reference, key }: Payment & { batchId: bigint; key: string | undefined },
): Promise<void> {
  const adminId = requireAdmin(ctx, recordBatchPayoutsVerb.may);
  const payoutReference = parsePayoutReference(reference, 'reference');
  const call = { verb: recordBatchPayoutsVerb, remembered, key, payload: { payoutId, payoutReference } };
  let events: DomainEvent[] = [];
  const { replayed } = await withIdempotency(ctx, call, async (tx) => {
    refuseOthers(await lockBatch(tx, batchId), adminId);
    const ofItem = eq(payoutBatchItems.id, payoutId);
    const [item] = await tx.select().from(payoutBatchItems).where(ofItem);
    if (item?.batchId !== batchId) throw invalidInput('payouts', 'The payout must be of this batch.');
    if (item.outcome !== null) throw new DomainError('CHANGED_MEANWHILE', 'This payout has an outcome already.');
    const approved = await lockTransaction(tx, item.transactionId);
    if (approved === undefined) throw new Error('the withdrawal of a batch vanished');
    await tx.update(payoutBatchItems).set({ outcome: 'paid', decidedBy: adminId, decidedAt: ctx.now }).where(ofItem);
    const done = await carryOutPayment(tx, ctx, approved, { payoutReference, adminId });
    ({ events } = done);
    return { transaction: done.transaction };
  });
  if (!replayed) ctx.events.publish(...events);
}

function refuseUnsent({ downloadedAt }: PayoutBatch): void {
  if (downloadedAt === null) {
    throw new DomainError('CHANGED_MEANWHILE', 'The file of this batch was not downloaded yet.');
  }
}
