import { and, eq, isNull } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutBatches, payoutBatchItems } from '../../../db/schema/payoutBatches.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Actor, Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { allows, requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { transactionChanged } from '../wallet/transaction.ts';
import { batchedPayouts, batchSubject, lockBatch, type PayoutBatch } from './payoutBatch.ts';

/** After so long any admin of payments may take a batch out of another one's hands (guard_payout_batch). */
const HELD_MS = 24 * 3_600_000;

export const releasePayoutBatchVerb = verb({
  name: 'releasePayoutBatch',
  may: 'payoutBatch:manage',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutBatch:release'],
  refusals: ['NOT_FOUND', 'PAYOUT_BATCH_HELD', 'CHANGED_MEANWHILE'],
});

/**
 * Takes a batch out of its holder's hands. One whose file was not downloaded is given up: its payouts are to be paid anew. Of another
 * one each payout stays until it has an outcome, and any admin of payments may take it. For its holder, an owner, and 24 hours after
 * it was taken any admin of payments; others are refused with PAYOUT_BATCH_HELD. Refuses with NOT_FOUND, and with CHANGED_MEANWHILE
 * one that nobody holds.
 */
export async function releasePayoutBatch(ctx: Context, { batchId }: { batchId: bigint }): Promise<PayoutBatch> {
  const adminId = requireAdmin(ctx, releasePayoutBatchVerb.may);
  const { batch, payouts } = await inTransaction(ctx.db, async (tx) => {
    const before = await lockBatch(tx, batchId);
    if (before.heldBy === null) throw new DomainError('CHANGED_MEANWHILE', 'Nobody has this batch in hand any more.');
    if (!mayRelease(ctx, before)) {
      throw new DomainError('PAYOUT_BATCH_HELD', 'Another admin has this batch in hand.', {
        detail: 'An owner takes it out of their hands, and you do so 24 hours after they took it.',
      });
    }
    const [after] = await tx
      .update(payoutBatches)
      .set({ heldBy: null, heldSince: null, releasedBy: adminId, releasedAt: ctx.now })
      .where(eq(payoutBatches.id, batchId))
      .returning();
    if (after === undefined) throw new Error('a locked batch vanished');
    const isGivenUp = after.downloadedAt === null;
    if (isGivenUp) {
      await tx
        .update(payoutBatchItems)
        .set({ outcome: 'given_up', decidedBy: adminId, decidedAt: ctx.now })
        .where(and(eq(payoutBatchItems.batchId, batchId), isNull(payoutBatchItems.outcome)));
    }
    const all = await batchedPayouts(tx, batchId);
    await recordAudit(tx, ctx, {
      action: 'payoutBatch:release',
      subjectType: 'payoutBatch',
      subject: batchSubject(after),
      after: { givenUp: isGivenUp, ...(before.heldBy !== adminId && { takenFromAnother: true }) },
    });
    return { batch: after, payouts: all };
  });
  ctx.events.publish(...payouts.map(({ transaction }) => transactionChanged(transaction)));
  return batch;
}

/** Whether this actor may take a batch out of its holder's hands now. */
export function mayRelease(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { heldBy, heldSince }: PayoutBatch,
): boolean {
  if (heldBy === null || heldSince === null || !manages(actor)) return false;
  return heldBy === actor.userId || actor.roles.includes('OWNER') || heldSince.getTime() + HELD_MS <= now.getTime();
}

type Manager = Extract<Actor, { kind: 'admin' }>;

export function manages(actor: Actor): actor is Manager {
  return actor.kind === 'admin' && allows(actor, 'payoutBatch:manage');
}
