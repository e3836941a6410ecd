import { inTransaction } from '../../../db/client.ts';
import { linkTokens } from '../../../db/schema/accounts.ts';
import { hashSecret, randomSecret } from '../../platform/tokens.ts';
import type { Context } from '../context.ts';
import { authorize } from '../permissions.ts';
import { verb } from '../verb.ts';
import { parseEmail } from './identity.ts';
import { resetMail } from './mailTexts.ts';
import { mailRecipient } from './mailRecipient.ts';
import { queueMail } from './mails.ts';
import { signResetLink } from './resetLink.ts';

const VALID_MS = 30 * 60 * 1000;

export const requestPasswordResetVerb = verb({
  name: 'requestPasswordReset',
  may: 'password:reset',
  countsAs: 'attempt',
  idempotent: false,
  audit: [],
  refusals: ['USER_NOT_FOUND', 'BAD_CREDENTIALS'],
});

/**
 * Mails a link that resets the password, valid for 30 minutes and once. Refuses with USER_NOT_FOUND an unknown email,
 * with BAD_CREDENTIALS a deactivated account.
 */
export async function requestPasswordReset(ctx: Context, input: { email: string }): Promise<{ email: string }> {
  authorize(ctx, requestPasswordResetVerb.may);
  const email = parseEmail(input.email);
  const user = await mailRecipient(ctx, email);

  const expiresAt = new Date(ctx.now.getTime() + VALID_MS);
  const validTill = String(expiresAt.getTime());
  const s = signResetLink(ctx.tokens, { email, validTill, nonce: randomSecret() });
  await inTransaction(ctx.db, async (tx) => {
    await tx.insert(linkTokens).values({
      userId: user.id,
      purpose: 'password_reset',
      secretHash: hashSecret(s),
      createdAt: ctx.now,
      expiresAt,
    });
    const link = `${ctx.config.publicUrl}/resetPassword?${new URLSearchParams({ email, validTill, s }).toString()}`;
    await queueMail(tx, ctx, 'password_reset', resetMail(ctx.config, user, link));
  });
  ctx.events.publish({ type: 'mailQueued' });
  return { email };
}
