import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { blockedPayoutAccounts } from '../../../db/schema/payoutHolds.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { accountFacts, accountSubject, blockChanged, type BlockedPayoutAccount } from './payoutBlock.ts';

export const liftPayoutBlockVerb = verb({
  name: 'liftPayoutBlock',
  may: 'payoutAccount:block',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutAccount:lift'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_PROPOSAL'],
});

/**
 * Lifts the block of a payout account, by another admin than who set it (else OWN_PROPOSAL). Refuses with NOT_FOUND an unknown block,
 * with CHANGED_MEANWHILE one that is lifted, with INVALID_INPUT a reason outside of 10 to 500 characters.
 */
export async function liftPayoutBlock(
  ctx: Context,
  input: { blockId: bigint; reason: string },
): Promise<BlockedPayoutAccount> {
  const liftedBy = requireAdmin(ctx, liftPayoutBlockVerb.may);
  const liftReason = requireReason(input.reason);
  const ofBlock = eq(blockedPayoutAccounts.id, input.blockId);
  const { lifted, events } = await inTransaction(ctx.db, async (tx) => {
    const [block] = await tx.select().from(blockedPayoutAccounts).where(ofBlock).for('update');
    if (block === undefined) throw new DomainError('NOT_FOUND', 'There is no such block.', { field: 'blockId' });
    if (block.liftedAt !== null) throw new DomainError('CHANGED_MEANWHILE', 'The block is lifted already.');
    if (block.blockedBy === liftedBy) {
      throw new DomainError('OWN_PROPOSAL', 'You blocked this account: another admin has to lift the block.');
    }
    const [after] = await tx
      .update(blockedPayoutAccounts)
      .set({ liftedBy, liftedAt: ctx.now, liftReason })
      .where(ofBlock)
      .returning();
    if (after === undefined) throw new Error('a lifted block was not returned');
    const changed = await blockChanged(tx, after);
    await recordAudit(tx, ctx, {
      action: 'payoutAccount:lift',
      subjectType: 'payoutAccount',
      subject: accountSubject(after),
      before: accountFacts(after),
      reason: liftReason,
    });
    return { lifted: after, events: changed };
  });
  ctx.events.publish(...events);
  return lifted;
}
