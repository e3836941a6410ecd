import { inTransaction } from '../../../db/client.ts';
import { payoutFreezes } from '../../../db/schema/payoutHolds.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { FREEZE_MS, freezeChanged, lockRunningFreeze } from './payoutFreeze.ts';

export const extendPayoutFreezeVerb = verb({
  name: 'extendPayoutFreeze',
  may: 'payouts:freeze',
  countsAs: 'other',
  idempotent: false,
  audit: ['payouts:extendFreeze'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_PROPOSAL'],
});

/**
 * Adds 14 days to the end of a freeze in force, by another admin than who made it and who extended it last (else OWN_PROPOSAL).
 * Refuses with NOT_FOUND who is no player, with CHANGED_MEANWHILE where nothing is frozen, with INVALID_INPUT a reason outside of
 * 10 to 500 characters.
 */
export async function extendPayoutFreeze(ctx: Context, input: { userId: bigint; reason: string }): Promise<void> {
  const madeBy = requireAdmin(ctx, extendPayoutFreezeVerb.may);
  const reason = requireReason(input.reason);
  const events = await inTransaction(ctx.db, async (tx) => {
    const { player, freeze } = await lockRunningFreeze(tx, ctx.now, input.userId);
    if (madeBy === freeze.madeBy || madeBy === freeze.extendedBy) {
      throw new DomainError('OWN_PROPOSAL', 'You made or extended this freeze: another admin has to extend it.');
    }
    const endsAt = new Date(freeze.endsAt.getTime() + FREEZE_MS);
    await tx
      .insert(payoutFreezes)
      .values({ playerId: player.id, extendsId: freeze.firstId, reason, madeBy, madeAt: ctx.now, endsAt });
    const changed = await freezeChanged(tx, player.id);
    await recordAudit(tx, ctx, {
      action: 'payouts:extendFreeze',
      subjectType: 'user',
      subject: player.uid,
      before: { endsAt: freeze.endsAt },
      after: { endsAt },
      reason,
    });
    return changed;
  });
  ctx.events.publish(...events);
}
