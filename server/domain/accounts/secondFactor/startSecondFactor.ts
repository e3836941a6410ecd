import { and, eq, isNull } from 'drizzle-orm';
import { secondFactors } from '../../../../db/schema/accounts.ts';
import { base32Of, newTotpSecret, totpUri } from '../../../platform/totp.ts';
import type { Context } from '../../ground/verbs/context.ts';
import { requireMember } from '../../ground/actors/permissions.ts';
import { secondFactorPlace } from '../../ground/values/storedPlaces.ts';
import { verb } from '../../ground/verbs/verb.ts';
import { type Credentials, withIdentityConfirmed } from './confirmIdentity.ts';

export const startSecondFactorVerb = verb({
  name: 'startSecondFactor',
  may: 'secondFactor:manageOwn',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['INCORRECT_OLD_PASSWORD', 'OTP_REQUIRED', 'OTP_WRONG'],
});

/** A secret for an authenticator app, as text and as the URI of a QR code. */
export interface FactorSecret {
  secret: string;
  uri: string;
}

/**
 * Makes a new secret for the actor's second factor, which takes effect when `confirmSecondFactor` gets a code of it.
 * Until then a second factor that exists stays as it is; its code is needed, as well as the password. Refuses with
 * INCORRECT_OLD_PASSWORD, OTP_REQUIRED, OTP_WRONG.
 */
export async function startSecondFactor(ctx: Context, credentials: Credentials): Promise<FactorSecret> {
  const userId = requireMember(ctx, startSecondFactorVerb.may);
  return withIdentityConfirmed(ctx, userId, credentials, async (tx, { email }) => {
    const secret = newTotpSecret();
    const factor = { userId, createdAt: ctx.now };
    const { value, keyId } = ctx.keyring.encrypt(secondFactorPlace(factor), secret);
    await tx.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
    await tx.insert(secondFactors).values({ ...factor, secret: value, keyId });
    return { secret: base32Of(secret), uri: totpUri(secret, { issuer: ctx.config.productName, account: email }) };
  });
}
