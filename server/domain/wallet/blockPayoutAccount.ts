import { inTransaction } from '../../../db/client.ts';
import { violates } from '../../../db/violates.ts';
import { blockedPayoutAccounts } from '../../../db/schema/payoutHolds.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { DomainError, invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { accountFacts, accountSubject, blockChanged, type BlockedPayoutAccount } from './payoutBlock.ts';
import { lookUp, noSuchTransaction } from './transaction.ts';

export const blockPayoutAccountVerb = verb({
  name: 'blockPayoutAccount',
  may: 'payoutAccount:block',
  countsAs: 'other',
  idempotent: false,
  audit: ['payoutAccount:block'],
  refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
});

/**
 * Blocks the account of a withdrawal: withdrawals to it, of any player, are requested, denied and cancelled as before, and none is
 * approved until another admin lifts the block. Refuses with NOT_FOUND an unknown transaction, with CHANGED_MEANWHILE an account that
 * is blocked already, with INVALID_INPUT a deposit, and a reason outside of 10 to 500 characters.
 */
export async function blockPayoutAccount(
  ctx: Context,
  input: { transactionId: bigint; reason: string },
): Promise<BlockedPayoutAccount> {
  const blockedBy = requireAdmin(ctx, blockPayoutAccountVerb.may);
  const reason = requireReason(input.reason);
  const request = await lookUp(ctx, input.transactionId);
  if (request === undefined) throw noSuchTransaction();
  if (request.transactionType !== 'debit') {
    throw invalidInput('transactionId', 'transactionId must be a withdrawal: a deposit has no payout account');
  }
  const { upiId, accountNumber, ifscCode } = request;
  const { block, events } = await inTransaction(ctx.db, async (tx) => {
    const [blocked] = await tx
      .insert(blockedPayoutAccounts)
      .values({ upiId, accountNumber, ifscCode, reason, blockedBy, blockedAt: ctx.now })
      .returning()
      .catch((error: unknown) => {
        if (!violates(error, 'blocked_payout_accounts_key_unique')) throw error;
        throw new DomainError('CHANGED_MEANWHILE', 'This payout account is blocked already.');
      });
    if (blocked === undefined) throw new Error('a new block was not returned');
    const changed = await blockChanged(tx, blocked);
    await recordAudit(tx, ctx, {
      action: 'payoutAccount:block',
      subjectType: 'payoutAccount',
      subject: accountSubject(blocked),
      after: accountFacts(blocked),
      reason,
    });
    return { block: blocked, events: changed };
  });
  ctx.events.publish(...events);
  return block;
}
