import { inTransaction } from '../../../db/client.ts';
import type { Paise } from '../../../db/columns.ts';
import { paymentSettings } from '../../../db/schema/settings.ts';
import { requireReason } from '../audit/parseReason.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { formatRupees } from '../ground/values/money.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';

/** A larger one would keep players from their money. */
const MOST = 500_00n;

export const setSmallestWithdrawalVerb = verb({
  name: 'setSmallestWithdrawal',
  may: 'withdrawal:setSmallest',
  countsAs: 'other',
  idempotent: false,
  audit: ['settings:payments'],
  refusals: [],
});

/**
 * Sets the smallest withdrawal, from the next request on; everything that is available may always be withdrawn. Refuses with
 * INVALID_INPUT an amount above ₹500 and a reason below 10 characters.
 */
export async function setSmallestWithdrawal(ctx: Context, input: { amount: Paise; reason: string }): Promise<Paise> {
  requireAdmin(ctx, setSmallestWithdrawalVerb.may);
  const { amount } = input;
  const reason = requireReason(input.reason);
  if (amount < 1n || amount > MOST) throw invalidInput('amount', 'amount must be from 0.01 to 500.00');
  await inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select().from(paymentSettings).for('update');
    await tx.update(paymentSettings).set({ minWithdrawal: amount });
    await recordAudit(tx, ctx, {
      action: setSmallestWithdrawalVerb.audit[0],
      subjectType: 'settings',
      subject: 'payments',
      before: { amount: formatRupees(before?.minWithdrawal ?? amount) },
      after: { amount: formatRupees(amount) },
      reason,
    });
  });
  return amount;
}
