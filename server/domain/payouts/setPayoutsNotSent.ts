import { and, inArray, isNull } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import { MAX_REASON_LENGTH } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { readText } from '../ground/values/typedText.ts';
import { verb } from '../ground/verbs/verb.ts';
import { transactionChanged } from '../wallet/transaction.ts';
import { batchedPayouts, batchSubject, lockBatch, MOST_PAYOUTS, payoutCode, refuseOthers } from './payoutBatch.ts';

const MIN_REASON = 3;

export const setPayoutsNotSentVerb = verb({
  name: 'setPayoutsNotSent',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutBatch:notSent'],
  refusals: ['NOT_FOUND', 'PAYOUT_BATCH_HELD', 'CHANGED_MEANWHILE'],
});

/**
 * Records of payouts in a batch that the bank didn't send them, all or none, with a reason of 3 to 500 characters: they leave the
 * batch and are to be paid anew. For the holder of the batch; refuses others with PAYOUT_BATCH_HELD. Refuses with NOT_FOUND, with
 * CHANGED_MEANWHILE payouts that have an outcome or whose file wasn't downloaded yet, with INVALID_INPUT payouts of another batch.
 */
export async function setPayoutsNotSent(
  ctx: Context,
  input: { batchId: bigint; payoutIds: readonly bigint[]; reason: string },
): Promise<void> {
  const adminId = requireAdmin(ctx, setPayoutsNotSentVerb.may);
  const { batchId, payoutIds } = input;
  const reason = readText('reason', input.reason, { least: MIN_REASON, most: MAX_REASON_LENGTH });
  if (payoutIds.length < 1 || payoutIds.length > MOST_PAYOUTS) {
    throw invalidInput('payoutIds', `payoutIds must be 1 to ${MOST_PAYOUTS} payouts`);
  }
  const left = await inTransaction(ctx.db, async (tx) => {
    const batch = await lockBatch(tx, batchId);
    refuseOthers(batch, adminId);
    const all = await batchedPayouts(tx, batchId);
    const chosen = all.filter(({ item }) => payoutIds.includes(item.id));
    if (chosen.length < new Set(payoutIds).size) throw invalidInput('payoutIds', 'payoutIds must be of this batch');
    if (batch.downloadedAt === null || chosen.some(({ item }) => item.outcome !== null)) {
      throw new DomainError(
        'CHANGED_MEANWHILE',
        batch.downloadedAt === null
          ? 'The file was not downloaded yet: release the batch instead.'
          : 'One of these payouts has an outcome already.',
      );
    }
    await tx
      .update(payoutBatchItems)
      .set({ outcome: 'not_sent', reason, decidedBy: adminId, decidedAt: ctx.now })
      .where(and(inArray(payoutBatchItems.id, [...payoutIds]), isNull(payoutBatchItems.outcome)));
    await recordAudit(tx, ctx, {
      action: 'payoutBatch:notSent',
      subjectType: 'payoutBatch',
      subject: batchSubject(batch),
      after: { payouts: chosen.length, payoutCodes: chosen.map(({ item }) => payoutCode(item)).join(', ') },
      reason,
    });
    return chosen;
  });
  ctx.events.publish(...left.map(({ transaction }) => transactionChanged(transaction)));
}
