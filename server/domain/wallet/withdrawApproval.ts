import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { requireReason } from '../audit/parseReason.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import type { Context } from '../ground/verbs/context.ts';
import { verb } from '../ground/verbs/verb.ts';
import { notificationAdded } from '../notifications/notify.ts';
import { refuseBatched } from './payoutInBatch.ts';
import { refuseUnapproved } from './recordPayout.ts';
import { recordStep } from './recordStep.ts';
import { tellStep } from './tellPlayer.ts';
import { lockTransaction, noSuchTransaction, transactionChanged, type WalletTransaction } from './transaction.ts';

export const withdrawApprovalVerb = verb({
  name: 'withdrawApproval',
  may: 'transaction:decide',
  countsAs: 'other',
  idempotent: false,
  audit: ['transaction:withdrawApproval'],
  refusals: ['NOT_FOUND', 'NOT_APPROVED', 'ALREADY_DECIDED', 'PAYOUT_IN_BATCH'],
});

/**
 * Takes back the approval of a withdrawal that is not paid: it waits for a decision again, and a new approval. Its amount stays held;
 * its player is told. Refuses with NOT_FOUND an unknown one, with NOT_APPROVED one that waits already, with ALREADY_DECIDED what is
 * paid, denied or cancelled, with PAYOUT_IN_BATCH one in a batch, with INVALID_INPUT a reason outside 10 to 500 characters.
 */
export async function withdrawApproval(
  ctx: Context,
  input: { transactionId: bigint; reason: string },
): Promise<WalletTransaction> {
  requireAdmin(ctx, withdrawApprovalVerb.may);
  const reason = requireReason(input.reason);
  const { transaction, notice } = await inTransaction(ctx.db, async (tx) => {
    const approved = await lockTransaction(tx, input.transactionId);
    if (approved === undefined) throw noSuchTransaction();
    refuseUnapproved(approved);
    await refuseBatched(tx, approved);
    const [waiting] = await tx
      .update(walletTransactions)
      .set({ status: 'pending', approvedBy: null, approvedAt: null, message: null, updatedAt: ctx.now })
      .where(eq(walletTransactions.id, approved.id))
      .returning();
    if (waiting === undefined) throw new Error('a locked transaction vanished');
    const [action] = withdrawApprovalVerb.audit;
    await recordStep(tx, ctx, { action, before: approved, after: waiting, reason });
    return { transaction: waiting, notice: await tellStep(tx, waiting, 'WITHDRAWAL_WAITS_AGAIN', ctx.now) };
  });
  ctx.events.publish(transactionChanged(transaction), ...(notice ? [notificationAdded(notice)] : []));
  return transaction;
}
