import { recordAudit } from '../../audit/recordAudit.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { type Credentials, withIdentityConfirmed } from './confirmIdentity.ts';
import { noSecondFactor } from './disableSecondFactor.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';
import { confirmedFactor } from './secondFactor.ts';

export const renewRecoveryCodesVerb = verb({
  name: 'renewRecoveryCodes',
  may: 'secondFactor:manageOwn',
  countsAs: 'attempt',
  idempotent: false,
  audit: ['secondFactor:renewCodes'],
  refusals: ['INCORRECT_OLD_PASSWORD', 'OTP_REQUIRED', 'OTP_WRONG', 'NOT_FOUND'],
});

/**
 * Replaces the actor's recovery codes by ten new ones. Refuses with INCORRECT_OLD_PASSWORD, OTP_REQUIRED, OTP_WRONG, and
 * with NOT_FOUND an account without a second factor.
 */
export function renewRecoveryCodes(ctx: Context, credentials: Credentials): Promise<{ recoveryCodes: string[] }> {
  const userId = requireMember(ctx, renewRecoveryCodesVerb.may);
  return withIdentityConfirmed(ctx, userId, credentials, async (tx, { uid }) => {
    const factor = await confirmedFactor(tx, userId);
    if (factor === undefined) throw noSecondFactor();
    const recoveryCodes = await replaceRecoveryCodes(tx, factor.id);
    const [action] = renewRecoveryCodesVerb.audit;
    await recordAudit(tx, ctx, { action, subjectType: 'user', subject: uid });
    return { recoveryCodes };
  });
}
