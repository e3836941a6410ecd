import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutBatches } from '../../../db/schema/payoutBatches.ts';
import { payees } from '../../../db/schema/settings.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { NewFile } from '../downloads/openLinkedFile.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { transactionChanged } from '../wallet/transaction.ts';
import { batchedPayouts, batchSubject, filePayout, lockBatch, noSuchBatch, refuseOthers } from './payoutBatch.ts';
import { payoutFile, PRACTICE } from './payoutFile.ts';
import type { PayoutLayout } from './payoutLayout.ts';

/**
 * The bank's file of a batch, for its holder: with all its payouts, and the same bytes each time. From the first
 * time on each payout stays in the batch until it has an outcome. Refuses with NOT_FOUND, and with PAYOUT_BATCH_HELD admins who don't hold it.
 */
export async function openPayoutFile(ctx: Context, batchId: bigint): Promise<NewFile> {
  const adminId = requireAdmin(ctx, 'payoutBatch:manage');
  const { batch, payouts, own } = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockBatch(tx, batchId);
    refuseOthers(locked, adminId);
    const [payee] = await tx.select().from(payees).where(eq(payees.id, locked.payeeId));
    if (payee === undefined) throw noSuchBatch();
    if (locked.downloadedAt === null) {
      await tx.update(payoutBatches).set({ downloadedAt: ctx.now }).where(eq(payoutBatches.id, batchId));
    }
    const all = await batchedPayouts(tx, batchId);
    await recordAudit(tx, ctx, {
      action: 'payoutBatch:download',
      subjectType: 'payoutBatch',
      subject: batchSubject(locked),
      after: { payouts: all.length, ...(locked.downloadedAt !== null && { again: true }) },
    });
    return { batch: locked, payouts: all, own: payee };
  });
  if (batch.downloadedAt === null) {
    ctx.events.publish(...payouts.map(({ transaction }) => transactionChanged(transaction)));
  }
  return payoutFile({
    id: `B${batch.id}-${batch.day.replaceAll('-', '')}`,
    madeAt: batch.madeAt,
    day: batch.day,
    own,
    payouts: payouts.map(filePayout),
    layout: batch.layout as PayoutLayout,
    practice: ctx.config.moneyMode === 'play' ? PRACTICE : null,
  });
}
