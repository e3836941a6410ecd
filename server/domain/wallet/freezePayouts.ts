import { inTransaction } from '../../../db/client.ts';
import { payoutFreezes } from '../../../db/schema/payoutHolds.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { FREEZE_MS, freezeChanged, lockFreeze } from './payoutFreeze.ts';
import { refusePriorMaker } from './priorFreeze.ts';

export const freezePayoutsVerb = verb({
  name: 'freezePayouts',
  may: 'payouts:freeze',
  countsAs: 'other',
  idempotent: false,
  audit: ['payouts:freeze'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_PROPOSAL'],
});

/**
 * Freezes the payouts of a player for 14 days: withdrawals are requested, denied and cancelled as before, and none is approved.
 * Refuses with NOT_FOUND who is no player, with CHANGED_MEANWHILE where they are frozen already, with OWN_PROPOSAL who made or
 * extended the freeze that was over less than 14 days ago, with INVALID_INPUT a closed account, and a reason outside of 10 to 500
 * characters.
 */
export async function freezePayouts(ctx: Context, input: { userId: bigint; reason: string }): Promise<void> {
  const madeBy = requireAdmin(ctx, freezePayoutsVerb.may);
  const reason = requireReason(input.reason);
  const events = await inTransaction(ctx.db, async (tx) => {
    const { player, freeze } = await lockFreeze(tx, ctx.now, input.userId);
    if (freeze !== null) {
      throw new DomainError('CHANGED_MEANWHILE', 'The payouts of this player are frozen already.');
    }
    if (player.closedAt !== null) throw invalidInput('userId', 'The account is closed: nothing is paid out any more.');
    await refusePriorMaker(tx, ctx.now, { playerId: player.id, adminId: madeBy });
    const endsAt = new Date(ctx.now.getTime() + FREEZE_MS);
    await tx.insert(payoutFreezes).values({ playerId: player.id, reason, madeBy, madeAt: ctx.now, endsAt });
    const changed = await freezeChanged(tx, player.id);
    await recordAudit(tx, ctx, {
      action: 'payouts:freeze',
      subjectType: 'user',
      subject: player.uid,
      after: { endsAt },
      reason,
    });
    return changed;
  });
  ctx.events.publish(...events);
}
