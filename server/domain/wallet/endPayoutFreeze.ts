import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { payoutFreezes } from '../../../db/schema/payoutHolds.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { freezeChanged, lockRunningFreeze } from './payoutFreeze.ts';

export const endPayoutFreezeVerb = verb({
  name: 'endPayoutFreeze',
  may: 'payouts:freeze',
  countsAs: 'other',
  idempotent: false,
  audit: ['payouts:endFreeze'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

/**
 * Ends a freeze early; who made it may. Refuses with NOT_FOUND who is no player, with CHANGED_MEANWHILE where nothing is frozen, with
 * INVALID_INPUT a reason outside of 10 to 500 characters.
 */
export async function endPayoutFreeze(ctx: Context, input: { userId: bigint; reason: string }): Promise<void> {
  const endedBy = requireAdmin(ctx, endPayoutFreezeVerb.may);
  const endReason = requireReason(input.reason);
  const events = await inTransaction(ctx.db, async (tx) => {
    const { player, freeze } = await lockRunningFreeze(tx, ctx.now, input.userId);
    await tx.update(payoutFreezes).set({ endedBy, endedAt: ctx.now, endReason }).where(eq(payoutFreezes.id, freeze.id));
    const changed = await freezeChanged(tx, player.id);
    await recordAudit(tx, ctx, {
      action: 'payouts:endFreeze',
      subjectType: 'user',
      subject: player.uid,
      before: { endsAt: freeze.endsAt },
      reason: endReason,
    });
    return changed;
  });
  ctx.events.publish(...events);
}
