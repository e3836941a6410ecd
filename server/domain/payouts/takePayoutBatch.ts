import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutBatches } from '../../../db/schema/payoutBatches.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { batchSubject, lockBatch, type PayoutBatch } from './payoutBatch.ts';

export const takePayoutBatchVerb = verb({
  name: 'takePayoutBatch',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutBatch:take'],
  refusals: ['NOT_FOUND', 'PAYOUT_BATCH_HELD', 'CHANGED_MEANWHILE'],
});

/**
 * Takes a batch that was released after its file was downloaded, to record what became of its payouts. Refuses with NOT_FOUND, with
 * PAYOUT_BATCH_HELD one that another admin holds, with CHANGED_MEANWHILE a cancelled one.
 */
export async function takePayoutBatch(ctx: Context, { batchId }: { batchId: bigint }): Promise<PayoutBatch> {
  const adminId = requireAdmin(ctx, takePayoutBatchVerb.may);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockBatch(tx, batchId);
    if (before.heldBy === adminId) return before;
    if (before.heldBy !== null) {
      throw new DomainError('PAYOUT_BATCH_HELD', 'Another admin has this batch in hand.');
    }
    if (before.downloadedAt === null) throw new DomainError('CHANGED_MEANWHILE', 'This batch was given up.');
    const [after] = await tx
      .update(payoutBatches)
      .set({ heldBy: adminId, heldSince: ctx.now })
      .where(eq(payoutBatches.id, batchId))
      .returning();
    if (after === undefined) throw new Error('a locked batch vanished');
    await recordAudit(tx, ctx, {
      action: 'payoutBatch:take',
      subjectType: 'payoutBatch',
      subject: batchSubject(after),
    });
    return after;
  });
}
