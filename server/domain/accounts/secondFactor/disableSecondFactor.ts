import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../db/client.ts';
import { secondFactors } from '../../../../db/schema/accounts.ts';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { AuditAction } from '../../ground/verbs/auditActions.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { DomainError } from '../../ground/refusals/errors.ts';
import { enrolmentRequired, requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { type Credentials, withIdentityConfirmed } from './confirmIdentity.ts';
import { ownSecondFactor } from './secondFactor.ts';

export const disableSecondFactorVerb = verb({
  name: 'disableSecondFactor',
  may: 'secondFactor:manageOwn',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['secondFactor:remove'],
  refusals: ['INCORRECT_OLD_PASSWORD', 'OTP_REQUIRED', 'OTP_WRONG', 'NOT_FOUND', 'OTP_ENROLMENT_REQUIRED'],
});

/**
 * Removes the actor's second factor. Refuses with INCORRECT_OLD_PASSWORD, OTP_REQUIRED, OTP_WRONG, with NOT_FOUND when
 * there is none, and with OTP_ENROLMENT_REQUIRED somebody who must have one; they can only renew it.
 */
export async function disableSecondFactor(ctx: Context, credentials: Credentials): Promise<void> {
  const userId = requireMember(ctx, disableSecondFactorVerb.may);
  if ((await ownSecondFactor(ctx)).required) throw enrolmentRequired();
  await withIdentityConfirmed(ctx, userId, credentials, async (tx, { uid }) => {
    if (!(await removeSecondFactor(tx, userId))) throw noSecondFactor();
    await recordRemoval(tx, ctx, disableSecondFactorVerb.audit[0], uid);
  });
}

export function noSecondFactor(): DomainError {
  return new DomainError('NOT_FOUND', 'This account has no second factor.');
}

/** Removes the second factor of an account, and one that waits to be confirmed. False when none was confirmed. */
export async function removeSecondFactor(tx: Tx, userId: bigint): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}

/** The row of the audit log. */
export function recordRemoval(
  tx: Tx,
  ctx: Context,
  action: AuditAction,
  uid: string,
  reason?: string | null,
): Promise<void> {
  const [before, after] = [{ secondFactor: true }, { secondFactor: false }];
  return recordAudit(tx, ctx, { action, subjectType: 'user', subject: uid, before, after, reason });
}
