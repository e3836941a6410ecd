import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { inTransaction } from '../../../../db/client.ts';
import { secondFactors } from '../../../../db/schema/accounts.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { limitGuesses } from '../guesses/guessing.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';
import { stepOf, wrongOtp } from './secondFactor.ts';
import { lockUser } from '../users/user.ts';

/** How long a secret waits for its first code. */
const VALID_MS = 30 * 60_000;

export const confirmSecondFactorVerb = verb({
  name: 'confirmSecondFactor',
  may: 'secondFactor:manageOwn',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['secondFactor:enrol'],
  refusals: ['NOT_FOUND', 'OTP_WRONG'],
});

/**
 * Puts the secret of `startSecondFactor` into effect with a code of it, in place of a former second factor, and returns
 * ten recovery codes. Only their hashes are stored, so they can't be shown again. Refuses with OTP_WRONG, with NOT_FOUND
 * when no secret was made within the last 30 minutes.
 */
export function confirmSecondFactor(ctx: Context, { otp }: { otp: string }): Promise<{ recoveryCodes: string[] }> {
  const userId = requireMember(ctx, confirmSecondFactorVerb.may);
  return limitGuesses(ctx, { userId }, () => confirm(ctx, userId, otp));
}

function confirm(ctx: Context, userId: bigint, otp: string): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const [factor] = await tx
      .select()
      .from(secondFactors)
      .where(
        and(
          eq(secondFactors.userId, userId),
          isNull(secondFactors.confirmedAt),
          gt(secondFactors.createdAt, new Date(ctx.now.getTime() - VALID_MS)),
        ),
      );
    if (user === undefined || factor === undefined) {
      throw new DomainError('NOT_FOUND', 'The set-up has expired. Please start it again.');
    }
    const step = stepOf(ctx, factor, otp);
    if (step === null) throw wrongOtp();
    const former = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
    const replaced = await tx.delete(secondFactors).where(former).returning({ id: secondFactors.id });
    await tx.update(secondFactors).set({ confirmedAt: ctx.now, lastStep: step }).where(eq(secondFactors.id, factor.id));
    const recoveryCodes = await replaceRecoveryCodes(tx, factor.id);
    await recordAudit(tx, ctx, {
      action: confirmSecondFactorVerb.audit[0],
      subjectType: 'user',
      subject: user.uid,
      before: { secondFactor: replaced.length > 0 },
      after: { secondFactor: true },
    });
    return { recoveryCodes };
  });
}
